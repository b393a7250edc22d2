/** Headers of every response. */
import type { MapGround } from '@svc/web/map/figure';
import { sourceHash } from '@svc/web/style';
import type { DeskConfig } from '../config.ts';
import type { ScriptTags } from '../view/layout.ts';

const permissions = (camera: string): string => `camera=${camera}, geolocation=(), microphone=()`;

const yearSeconds = 365 * 24 * 60 * 60;

/** HSTS (RFC 6797) only where browsers use https: over http it means nothing. */
export const securityHeaders = ({ SVC_DESK_URL }: DeskConfig): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  // Forms need their Origin (Fetch, section 3.2): `no-referrer` would make it null.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions('()'),
  ...(SVC_DESK_URL.startsWith('https:') && {
    'strict-transport-security': `max-age=${yearSeconds}`,
  }),
});

/** Our own style sheet, font and scripts, forms to ourselves, no frames. */
const contentSecurityPolicy = (scripts: readonly ScriptTags[], origins: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self'${origins}`,
    ...(scripts.length > 0
      ? [`script-src ${scriptSources(scripts)}`, `connect-src 'self'${origins}`]
      : []),
    ...(hasWorker(scripts) ? ["worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const hasWorker = (scripts: readonly ScriptTags[]): boolean =>
  scripts.some((each) => each.hasWorker);

const scriptSources = (scripts: readonly ScriptTags[]): string =>
  [
    "'self'",
    ...scripts.flatMap(({ importMap }) => (importMap === undefined ? [] : [sourceHash(importMap)])),
    ...(scripts.some(({ hasWasm }) => hasWasm) ? ["'wasm-unsafe-eval'"] : []),
  ].join(' ');

/** WebAssembly and the camera: only where a page scans; other origins: only where one has a map. */
export const pageHeaders = (
  scripts: readonly ScriptTags[],
  { origins }: MapGround,
): Record<string, string> => ({
  ...(scripts.some(({ hasWasm }) => hasWasm) && { 'permissions-policy': permissions('(self)') }),
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(
    scripts,
    hasWorker(scripts) ? origins.map((origin) => ` ${origin}`).join('') : '',
  ),
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
});
