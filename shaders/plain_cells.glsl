// Draws the numbers of `cells` directly.
float drawn_cell(int row, int column) { return cell(row, column); }
float drawn(float value) { return value; }
