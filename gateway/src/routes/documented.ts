import type { GatewayRoute } from './route.ts';

/** What clients of the API may call; the document and the reference have these. */
export const isDocumented = (route: GatewayRoute): boolean =>
  route.kind === 'action' || route.isPageOnly !== true;
