/**
 * Where a sign-in leads: a path of a page, with its query. Everything else, an address of
 * another origin above all, is the start page (open redirect, CWE-601).
 */
export function returnPath(wanted: unknown, pagePaths: readonly string[]): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return '/';
  const base = 'http://desk.invalid';
  const url = URL.parse(wanted, base);
  if (url?.origin !== base) return '/';
  const isPage = pagePaths.some((path) => matches(path, url.pathname));
  return isPage ? url.pathname + url.search : '/';
}

/** Neither slash of a parameter, also encoded: behind a proxy that decodes, it would be another path. */
const parameter = '(?:(?!%2f|%5c)[^/])+';

const matches = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, parameter)}$`, 'i').test(pathname);

/** Path of the link that an invited person opens. Access log and spans name its pattern alone. */
export const invitationPath = (token: string): string => `/invitations/${token}`;
