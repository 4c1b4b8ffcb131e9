#include "app/command/help_pages.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "engine/base/text.h"

namespace attn {
namespace {

/// Command with its path of names, such as "lesson check"; an empty path is the program itself.
struct Command {
  std::vector<std::string> path;
  const CLI::App* app;

  std::string name() const { return joined(path, {}, " "); }
};

std::vector<const CLI::App*> commands_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The command `app` and all below it.
std::vector<Command> commands_of(const CLI::App& app, const std::vector<std::string>& path = {}) {
  std::vector<Command> all{{path, &app}};
  for (const CLI::App* one : commands_below(app)) {
    std::vector<std::string> longer = path;
    longer.push_back(one->get_name());
    std::ranges::move(commands_of(*one, longer), std::back_inserter(all));
  }
  return all;
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, bool positional) {
  return app.get_options(
      [=](const CLI::Option* one) { return one->get_positional() == positional; });
}

/// Returns whether the command requires a subcommand, as `lesson` does.
bool needs_command(const Command& one) {
  return !one.path.empty() && !commands_below(*one.app).empty();
}

/// "-h", "--help"
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Placeholder of an option's value in the help: "FILE.png", "N"; empty for a flag.
std::string value_of(const CLI::Option& option) {
  return takes_value(option) ? option.get_type_name() : "";
}

/// Allowed values of an option with a fixed list: light and dark for "TEXT:{light,dark}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = value_of(option);
  const auto open = type.find(":{"), close = type.find('}');
  std::vector<std::string> words;
  if (open == type.npos || close == type.npos) return words;
  std::istringstream list(type.substr(open + 2, close - open - 2));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

bool takes_file(const CLI::Option& option) {
  const std::string type = value_of(option);
  return type.find("FILE") != type.npos || type.find(".json") != type.npos ||
         type.find(".csv") != type.npos;
}

/// `text` in single quotes, in a form that all three shells accept.
std::string in_quotes(std::string text) {
  replace_all(text, "'", "'\\''");
  return "'" + text + "'";
}

std::string in_a_line(const std::vector<std::string>& words) { return joined(words, {}, " "); }

std::vector<std::string> names_below(const CLI::App& app) {
  return texts_of<std::string>(commands_below(app), &CLI::App::get_name);
}

/// Description of a command or option up to the first ";" or ":", as shells show one line.
template <typename Described>
std::string brief_description(const Described* one) {
  const std::string& text = one->get_description();
  return text.substr(0, text.find_first_of(";:"));
}

/// Writes a shell's `case` that finds the command from the words before the cursor.
void find_command(const std::vector<Command>& commands, std::ostream& out) {
  out << "    case \"$command/$word\" in\n";
  for (const Command& one : commands) {
    if (one.path.empty()) continue;
    const std::vector<std::string> before(one.path.begin(), one.path.end() - 1);
    out << "      " << in_quotes(in_a_line(before) + "/" + one.path.back())
        << ") command=" << in_quotes(one.name()) << " ;;\n";
  }
  out << "    esac\n";
}

std::string bash_script(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::ostringstream out;
  out << "# bash completion for attentoscope\n"
         "_attentoscope() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n";
  find_command(commands, out);
  out << "  done\n"
         "  case \"$command:$prev\" in\n";
  for (const Command& one : commands) {
    for (const CLI::Option* option : options_of(*one.app, false)) {
      if (!takes_value(*option)) continue;
      const auto quoted = [&](const std::string& name) {
        return in_quotes(one.name() + ":" + name);
      };
      const std::string pattern = joined(names_of(*option), quoted, "|");
      const std::vector<std::string> words = choices_of(*option);
      const std::string what = !words.empty()        ? "-W " + in_quotes(in_a_line(words))
                               : takes_file(*option) ? "-f"
                                                     : "";
      out << "    " << pattern << ") "
          << (what.empty() ? "COMPREPLY=()"
                           : "mapfile -t COMPREPLY < <(compgen " + what + " -- \"$cur\")")
          << "; return ;;\n";
    }
  }
  out << "  esac\n"
         "  case \"$command:$cur\" in\n";
  for (const Command& one : commands) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(*one.app, false)) {
      for (const std::string& name : names_of(*option)) names.push_back(name);
    }
    out << "    " << in_quotes(one.name() + ":-") << "*) mapfile -t COMPREPLY < <(compgen -W "
        << in_quotes(in_a_line(names)) << " -- \"$cur\") ;;\n";
    out << "    " << in_quotes(one.name() + ":") << "*) mapfile -t COMPREPLY < <(compgen -W "
        << in_quotes(in_a_line(names_below(*one.app))) << " -- \"$cur\""
        << (needs_command(one) ? "" : "; compgen -f -- \"$cur\"") << ") ;;\n";
  }
  out << "  esac\n"
         "}\n"
         "complete -o filenames -F _attentoscope attentoscope\n";
  return out.str();
}

/// Escapes text for zsh's _arguments, where brackets and colons end a description.
std::string for_zsh(const std::string& text) {
  std::string result;
  for (const char sign : text) {
    if (sign == '[' || sign == ']' || sign == ':' || sign == '\\') result += '\\';
    result += sign;
  }
  return result;
}

/// Escapes text as one word within double quotes.
std::string word_for_zsh(const std::string& text) {
  std::string result;
  for (const char sign : text) {
    if (std::string_view("\"$`\\").find(sign) != std::string_view::npos) continue;
    if (sign != '-' && std::isalnum(static_cast<unsigned char>(sign)) == 0) result += '\\';
    result += sign;
  }
  return result;
}

std::string zsh_script(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::ostringstream out;
  out << "#compdef attentoscope\n"
         "_attentoscope() {\n"
         "  local command= word\n"
         "  for word in \"${(@)words[2,CURRENT-1]}\"; do\n";
  find_command(commands, out);
  out << "  done\n"
         "  case \"$command\" in\n";
  for (const Command& one : commands) {
    out << "    " << (one.path.empty() ? std::string("''") : in_quotes(one.name()))
        << ") _arguments -S";
    for (const CLI::Option* option : options_of(*one.app, false)) {
      const std::string about = "[" + for_zsh(brief_description(option)) + "]";
      const std::vector<std::string> words = choices_of(*option);
      const std::string what = !takes_value(*option) ? ""
                               : !words.empty()      ? ":word:(" + in_a_line(words) + ")"
                               : takes_file(*option) ? ":file:_files"
                                                     : ":value:";
      for (const std::string& name : names_of(*option)) {
        std::string spec = "*";
        spec.append(name).append(about).append(what);
        out << " \\\n      " << in_quotes(spec);
      }
    }
    std::string below;
    for (const CLI::App* sub : commands_below(*one.app)) {
      below += (below.empty() ? "" : " ") + sub->get_name() +
               "\\:" + word_for_zsh(brief_description(sub));
    }
    if (below.empty()) {
      out << " \\\n      '*:file:_files' ;;\n";
    } else {
      out << " \\\n      "
          << in_quotes("*: : _alternative \"commands:command:((" + below + "))\"" +
                       (needs_command(one) ? "" : " \"files:file:_files\""))
          << " ;;\n";
    }
  }
  out << "  esac\n"
         "}\n"
         "_attentoscope \"$@\"\n";
  return out.str();
}

std::string fish_script(const CLI::App& app) {
  const std::vector<Command> commands = commands_of(app);
  std::ostringstream out;
  out << "# fish completion for attentoscope\n";
  for (const Command& one : commands) {
    std::string where;
    for (const std::string& word : one.path) {
      where += (where.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") + word;
    }
    const std::vector<std::string> below = names_below(*one.app);
    if (!below.empty()) {
      where += (where.empty() ? "" : "; and ") + std::string("not __fish_seen_subcommand_from ") +
               in_a_line(below);
    }
    const std::string begin = "complete -c attentoscope -n " + in_quotes(where);
    for (const CLI::App* sub : commands_below(*one.app)) {
      out << begin << " -a " << sub->get_name() << " -d " << in_quotes(brief_description(sub))
          << "\n";
    }
    for (const CLI::Option* option : options_of(*one.app, false)) {
      out << begin;
      for (const std::string& name : option->get_snames()) out << " -s " << name;
      for (const std::string& name : option->get_lnames()) out << " -l " << name;
      const std::vector<std::string> words = choices_of(*option);
      if (!words.empty()) {
        out << " -x -a " << in_quotes(in_a_line(words));
      } else if (takes_value(*option)) {
        out << (takes_file(*option) ? " -r -F" : " -x");
      }
      out << " -d " << in_quotes(brief_description(option)) << "\n";
    }
  }
  return out.str();
}

/// Escapes characters with a meaning in roff.
std::string for_roff(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char sign = text[at];
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    if (begins_line && (sign == '.' || sign == '\'')) result += "\\&";
    result += sign == '-' ? "\\-" : sign == '\\' ? "\\e" : std::string(1, sign);
  }
  return result;
}

void put_entry(std::ostream& out, const std::string& bold, const std::string& italic,
               const std::string& about) {
  out << ".TP\n\\fB" << for_roff(bold) << "\\fR";
  if (!italic.empty()) out << " \\fI" << for_roff(italic) << "\\fR";
  out << "\n" << for_roff(about) << "\n";
}

/// Placeholder of an option's value in the manual page: WORD for a list of words, which are
/// appended to `about`, otherwise as in the help.
std::string in_page(const CLI::Option& option, std::string& about) {
  const std::vector<std::string> words = choices_of(option);
  if (words.empty()) return value_of(option);
  const bool are_named = std::ranges::all_of(
      words, [&](const std::string& word) { return about.find(word) != about.npos; });
  if (are_named) return "WORD";
  about += " (" + joined(words) + ")";
  return "WORD";
}

void put_options(std::ostream& out, const CLI::App& app) {
  for (const CLI::Option* option : options_of(app, true)) {
    put_entry(out, option->get_name(true), "", option->get_description());
  }
  for (const CLI::Option* option : options_of(app, false)) {
    std::string about = option->get_description();
    const std::string value = in_page(*option, about);
    put_entry(out, joined(names_of(*option)), value, about);
  }
}

}  // namespace

std::string completion_script(const CLI::App& app, std::string_view shell) {
  return shell == "zsh" ? zsh_script(app) : shell == "fish" ? fish_script(app) : bash_script(app);
}

std::string man_page(const CLI::App& app, std::string_view version) {
  std::ostringstream out;
  out << ".TH ATTENTOSCOPE 1 \"\" \"attentoscope " << for_roff(version) << "\"\n"
      << ".SH NAME\nattentoscope \\- an instrument for attention\n"
      << ".SH SYNOPSIS\n";
  for (const Command& one : commands_of(app)) {
    if (!one.path.empty() && !commands_below(*one.app).empty()) continue;
    out << ".B attentoscope" << (one.path.empty() ? "" : " ") << for_roff(one.name()) << "\n";
    if (!options_of(*one.app, false).empty()) out << "[\\fIoptions\\fR]\n";
    for (const CLI::Option* option : options_of(*one.app, true)) {
      const std::string name = for_roff(option->get_name(true));
      out << (option->get_required() ? "\\fI" + name + "\\fR\n" : "[\\fI" + name + "\\fR]\n");
    }
    out << ".br\n";
  }
  out << ".SH DESCRIPTION\n" << for_roff(app.get_description()) << "\n";
  for (const Command& one : commands_of(app)) {
    if (one.path.empty()) {
      out << ".SH THE WINDOW\n";
    } else {
      out << ".SH ATTENTOSCOPE " << for_roff(one.name()) << "\n"
          << for_roff(one.app->get_description()) << ".\n";
    }
    put_options(out, *one.app);
  }
  out << ".SH NOTES\n.nf\n" << for_roff(app.get_footer()) << "\n.fi\n";
  return out.str();
}

}  // namespace attn
