import { readScannedCode } from './scanned-code.ts';

/** The one of a list that a scan means, though scanners and lists write numbers differently. */
export function matchingCode(scanned: string, listed: readonly string[]): string | undefined {
  const text = scanned.trim();
  if (listed.includes(text)) return text;
  const code = readScannedCode(text);
  if (code.kind === 'wrong') return undefined;
  return listed.find((each) => readScannedCode(each).value === code.value);
}
