import { on } from '../define.ts';
import { followEvent } from '../workflows/alarms.ts';

/** For the control desk alone: subscribers do not receive it. */
export const onFileRefused = on(
  'files',
  'file.refused',
  async (event, { db, tenant, config, hint }) => {
    if (config.SVC_ENVIRONMENT === 'sandbox') return;
    const unassignedAfterS = config.SVC_UNASSIGNED_AFTER_S;
    await followEvent(event, { db, tenant, unassignedAfterS, hint });
  },
  { inAnyOrder: true },
);
