/** `Firefox on Windows`, as far as a `User-Agent` says; several products name others, so order counts. */
export function browserName(userAgent = ''): string {
  const name = first(browsers, userAgent);
  const system = first(systems, userAgent);
  if (name === undefined) return system === undefined ? '' : `A browser on ${system}`;
  return system === undefined ? name : `${name} on ${system}`;
}

type Names = readonly (readonly [RegExp, string])[];

const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const first = (names: Names, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];
