import { on } from '../define.ts';
import { closeAlarmsAbout } from '../workflows/alarms.ts';

/** Closes the warnings about the document that it replaces. */
export const onDocumentRenewed = on(
  'tracking',
  'compliance.renewed',
  ({ tenant_id: tenant, created_at, data: { subject_id, document } }, { db, hint }) =>
    closeAlarmsAbout(
      {
        type: 'compliance.expiring',
        about: { subject_id, document },
        until: new Date(created_at),
      },
      { db, tenant, hint },
    ),
  { inAnyOrder: true },
);
