import type { BookingTemplate } from '@svc/contracts';

export interface BookingTemplateRecord {
  tenant_id: string;
  id: string;
  job_id: string;
  name: string;
  created_at: Date;
}

export const toTemplate = ({
  id,
  job_id,
  name,
  created_at,
}: BookingTemplateRecord): BookingTemplate => ({
  ...{ object: 'booking_template', id, job_id, name },
  created_at: created_at.toISOString(),
});
