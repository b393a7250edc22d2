/**
 * Copy-on-write of sample jobs: a change applies to the tenant's own job or to its copy of a
 * sample.
 */
import { sandboxCallerName } from '@svc/contracts';
import { randomToken } from '@svc/kit/ids';
import type { JobsWriteContext } from '../define.ts';
import { lockWritableJob, type WritableJob } from '../store/samples.ts';

/** A copy gets a tracking token of its own, so that its page shows the copy and not the sample. */
export const getWritableJob = (
  db: JobsWriteContext['db'],
  tenant: string,
  idOrRef: string,
): Promise<WritableJob> =>
  lockWritableJob(
    db,
    { tenant_id: tenant, tenant_name: sandboxCallerName, tracking_token: randomToken() },
    idOrRef,
  );
