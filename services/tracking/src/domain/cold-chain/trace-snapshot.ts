import type { ColdChain } from '@svc/contracts';

/** What a certificate was made from: it stays when the readings of its days are gone. */
export interface TraceSnapshot {
  tenant_id: string;
  job_id: string;
  trace_from: Date;
  trace_to: Date;
  cold_chain: ColdChain;
}
