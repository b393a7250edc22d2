/** The audit log: which tenants' logs have a change, and how it is shown. */
import type { ChangedFields, ChangeRecorded, LoggedChange } from '@svc/contracts';

export interface ChangeRecord extends ChangeRecorded {
  /** Tenant whose log contains it. */
  tenant_id: string;
  id: string;
  created_at: Date;
  data_tenant_id: string;
}

interface Recorded {
  id: string;
  tenant_id: string;
  created_at: string;
  data: ChangeRecorded;
}

/** In the log of the tenant whose data changed, and in that of the person, where it is another one. */
export function recordsOf({ id, tenant_id, created_at, data }: Recorded): ChangeRecord[] {
  const record = {
    ...data,
    id: id.replace(/^evt_/, 'chg_'),
    created_at: new Date(created_at),
    data_tenant_id: tenant_id,
  };
  const logs = new Set([tenant_id, data.person_tenant_id]);
  return [...logs].map((log) => ({ ...record, tenant_id: log }));
}

export interface LoggedChangeRecord
  extends Omit<LoggedChange, 'object' | 'created_at' | 'tenant_id'> {
  created_at: Date;
  data_tenant_id: string;
  before: ChangedFields;
  after: ChangedFields;
}

export const toChange = (record: LoggedChangeRecord): LoggedChange => {
  const { data_tenant_id: tenant_id, created_at, ...change } = record;
  return { object: 'change', ...change, tenant_id, created_at: created_at.toISOString() };
};
