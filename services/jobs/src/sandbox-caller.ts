import { sandboxCallerName } from '@svc/contracts';
import { randomToken } from '@svc/kit/ids';

/** Whose a copy of a sample is; its tracking page is its own. */
export const callerOf = (tenant: string) => ({
  tenant_id: tenant,
  tenant_name: sandboxCallerName,
  tracking_token: randomToken(),
});
