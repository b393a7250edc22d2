/** Text of others in a spreadsheet: nothing of it is computed (CSV injection). */

/**
 * Where a spreadsheet may begin a cell: also behind the semicolon, which separates lists in most of
 * Europe and in South Africa, and behind tabs and line breaks. Quotes and blanks there are skipped.
 */
const formula = /((?:^|[;\t\r\n])["\s]*)(?=[=+\-@＝＋－＠])/g;

/** An apostrophe goes before what would be a formula, and before a tab or CR at the beginning. */
export const disarmed = (text: string): string =>
  text.replace(formula, "$1'").replace(/^(?=[\t\r])/, "'");
