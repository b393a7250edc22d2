import { on } from '../define.ts';
import { closeAlarms, listOpenOfDocument } from '../store/ops-events.ts';
import { hintOfChange } from '../workflows/alarms.ts';

/** Closes the warnings about the document that it replaces; those that somebody took stay theirs. */
export const onDocumentRenewed = on(
  'tracking',
  'compliance.renewed',
  async ({ tenant_id: tenant, created_at, data }, { db, hint }) => {
    const before = new Date(created_at);
    const open = await listOpenOfDocument(db, tenant, { ...data, before });
    if (open.length === 0) return;
    await closeAlarms(db, tenant, open);
    hintOfChange({ hint });
  },
  { inAnyOrder: true },
);
