// Which way a line of text runs. Browsers let an isolated name decide it (`dir=auto`), the standard does not.

const ISOLATES = "\u2066\u2067\u2068";
const POP = "\u2069";
const RIGHT_TO_LEFT = /[\u200f\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const STRONG = /[\u200e\u200f\p{L}]/u;

/** Find a line's direction by its first strong character outside isolates (UAX 9, P2); "auto" if it has none. */
export function direction(line) {
  let depth = 0;
  for (const letter of line) {
    if (ISOLATES.includes(letter)) depth += 1;
    else if (letter === POP) depth = Math.max(0, depth - 1);
    else if (depth === 0 && STRONG.test(letter)) return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
  }
  return "auto";
}
