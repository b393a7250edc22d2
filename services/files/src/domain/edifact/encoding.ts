/** Character repertoires of UNB S001; the bytes come as Latin-1, one character each. */
const ascii = /^[\x20-\x7e]*$/;
const latin = /^[\x20-\x7e\xa0-\xff]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const controls = /[\x00-\x1f\x7f-\x9f]/;

/** Character sets of UNB 0001 that can be read. */
export const charsets: readonly string[] = ['UNOA', 'UNOB', 'UNOC', 'UNOW', 'UNOY'];

/** UNOA and UNOB are ASCII (small letters tolerated), UNOC is ISO 8859-1, UNOW and UNOY are UTF-8. */
export function decode(raw: string, charset: string): string | undefined {
  switch (charset) {
    case 'UNOA':
    case 'UNOB':
      return ascii.test(raw) ? raw : undefined;
    case 'UNOC':
      return latin.test(raw) ? raw : undefined;
    case 'UNOW':
    case 'UNOY':
      return decodeUtf8(raw);
    default:
      return undefined;
  }
}

function decodeUtf8(raw: string): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
    return controls.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
