import { on } from '../define.ts';
import { followEvents } from '../workflows/alarms.ts';

/** For the control desk alone: subscribers do not receive it. */
export const onFileRefused = on(
  'files',
  'file.refused',
  async (event, { db, config, hint }) => {
    if (config.SVC_ENVIRONMENT === 'sandbox') return;
    const unassignedAfterS = config.SVC_UNASSIGNED_AFTER_S;
    await followEvents([event], { db, unassignedAfterS, hint });
  },
  { inAnyOrder: true },
);
