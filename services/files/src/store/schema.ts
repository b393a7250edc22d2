import type { Fault, WholesaleRow } from '@svc/contracts';
import type { Generated } from 'kysely';
import type { EdiSender } from '../domain/edifact/iftsta.ts';
import type { FileStep } from '../domain/file.ts';
import type { OrderBooking } from '../domain/order.ts';

export interface Tables {
  wholesaler: { tenant_id: string; username: string; due_at: Date; cleaned_at: Date | null };
  centre: { tenant_id: string; dc: string; site_id: string; time_zone: string; cut_off: string };
  file_stat: { tenant_id: string; dc: string; name: string; stat: string; since: Date };
  file: FileTable;
  content: { tenant_id: string; dc: string; sha256: string; file_id: string };
  file_row: RowTable;
  booked_order: {
    tenant_id: string;
    dc: string;
    order_id: string;
    file_id: string;
    job_id: string;
    ref: string;
  };
  pod_file: PodTable;
  mail_sender: { tenant_id: string; address: string; dc: string };
  mail_attachment: MailAttachmentTable;
  mailbox: { name: string; due_at: Date; cleaned_at: Generated<Date> };
}

interface FileTable {
  tenant_id: string;
  id: string;
  dc: string;
  name: string;
  step: FileStep;
  source: 'sftp' | 'mail';
  stat: string | null;
  size: number | null;
  sha256: string | null;
  received_at: Date;
  answered_at: Date | null;
  faults: Fault[];
  attempts: number;
  due_at: Date | null;
  /** Number and time of repeated readings because the file changed. */
  restarts: Generated<number>;
  restarted_at: Generated<Date | null>;
  /** Stat snapshot of a file without an end, once that was waited for. */
  awaited_stat: Generated<string | null>;
  /** Null unless it came as EDIFACT. */
  edi: Generated<EdiSender | null>;
  /** Deletion time of its bytes and rows; the counts replace them. */
  removed_at: Generated<Date | null>;
  row_counts: Generated<RowCounts | null>;
}

export type RowCounts = Record<'booked' | 'already_booked' | 'refused', number>;

interface RowTable {
  tenant_id: string;
  file_id: string;
  row: number;
  order_id: string;
  status: WholesaleRow['status'];
  booking: OrderBooking | null;
  faults: Fault[];
  job_id: string | null;
  ref: string | null;
}

interface MailAttachmentTable {
  tenant_id: string;
  message_id: string;
  /** Place and SHA-256 of the attachment; empty for the message itself. */
  content: string;
  file_id: string;
  sender: string;
}

interface PodTable {
  tenant_id: string;
  job_id: string;
  dc: string;
  order_id: string;
  /** Set once it is in the outbound folder. */
  name: string | null;
  attempts: number;
  due_at: Date | null;
  placed_at: Generated<Date | null>;
  erased_at: Generated<Date | null>;
}
