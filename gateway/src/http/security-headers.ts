/** Security headers of every response. */
import type { GatewayConfig } from '../config.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** HSTS (RFC 6797) only where clients reach us over https: over http it means nothing. */
export const securityHeaders = ({ SVC_PUBLIC_URL }: GatewayConfig): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(SVC_PUBLIC_URL.startsWith('https:') && {
    'strict-transport-security': `max-age=${yearSeconds}`,
  }),
});
