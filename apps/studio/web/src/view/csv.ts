// A table of text. The page lays out every name in it, so that one of megabytes would stop everything else.
const kMaxCell = 200, // characters: the longest name that is shown, and more than any number has
  kMaxCells = 64; // in a row; events.csv has thirteen columns

/** Rows of RFC 4180: quotes, doubled quotes, either line end. Cells and rows beyond a sane length are cut. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [],
    cell = '',
    quoted = false;
  const add = (c: string) => {
      if (cell.length < kMaxCell) cell += c;
    },
    endCell = () => {
      if (row.length < kMaxCells) row.push(cell);
      cell = '';
    };
  for (let i = 0; i < text.length; ++i) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') add(c);
      else if (text[i + 1] === '"') {
        add(c);
        ++i;
      } else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ',') endCell();
    else if (c === '\n') {
      endCell();
      rows.push(row);
      row = [];
    } else if (c !== '\r') add(c);
  }
  if (cell || row.length) {
    endCell();
    rows.push(row);
  }
  return rows;
}
