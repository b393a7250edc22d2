/** Headers of every response. */
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
const contentSecurityPolicy = (script: ScriptTags | undefined): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ...(script ? [`script-src ${scriptSources(script)}`, "connect-src 'self'"] : []),
    ...(script?.hasWorker ? ["worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const scriptSources = ({ importMap, hasWasm }: ScriptTags): string =>
  [
    "'self'",
    ...(importMap === undefined ? [] : [sourceHash(importMap)]),
    ...(hasWasm ? ["'wasm-unsafe-eval'"] : []),
  ].join(' ');

/** WebAssembly and the camera: only where a page scans. */
export const pageHeaders = (script: ScriptTags | undefined): Record<string, string> => ({
  ...(script?.hasWasm && { 'permissions-policy': permissions('(self)') }),
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(script),
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
});
