import type { CallMeta } from '@svc/kit/transport';

/** For what the gateway asks on its own behalf: it belongs to no tenant. */
export const platformMeta = (purpose: string): CallMeta => ({
  tenant: '',
  actor: 'gateway',
  requestId: `gateway:${purpose}`,
});
