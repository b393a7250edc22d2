/** Words of the control desk for what contracts name in codes. */
import type {
  JobException,
  OpsEvent,
  SuspectDecision,
  WholesaleFile,
  WholesaleRow,
} from '@svc/contracts';

type Words<Code extends string> = Readonly<Record<Code, string>>;

export const nextStepLabels: Words<JobException['next_step']> = {
  new_collection: 'Another collection by the driver',
  seal_check: 'The control desk looks into the seal',
  return_to_sender: 'The parcels are brought back',
  none: 'Nothing further',
};

export const fileStatusLabels: Words<WholesaleFile['status']> = {
  processing: 'In progress',
  answered: 'Answered',
};

export const rowStatusLabels: Words<WholesaleRow['status']> = {
  waiting: 'Waiting',
  booked: 'Booked',
  already_booked: 'Booked by an earlier file',
  refused: 'Refused',
};

export const alarmLabels: Words<OpsEvent['type']> = {
  'job.booked': 'An urgent job was booked',
  'job.unassigned': 'A job has no driver',
  'sla.at_risk': 'A job will probably be late',
  'sla.breached': 'A job is late',
  'temperature.excursion': 'Temperature out of range',
  'pickup.out_of_range': 'Box temperature at the collection out of range',
  'seal.broken': 'Another seal than expected',
  'incident.reported': 'An incident was reported',
  'pickup.failed': 'The collection failed',
  'delivery.failed': 'The hand-over failed',
  'compliance.expiring': 'A document expires soon',
  'file.refused': "A wholesaler's file was refused",
  'event.quarantined': 'A service could not handle an event',
  'webhook.disabled': "A customer's webhook endpoint gets nothing any more",
};

export const alarmSeverityLabels: Words<OpsEvent['severity']> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Information',
};

export const alarmStatusLabels: Words<OpsEvent['status']> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
};

/** Text of a row that stands for many alarms of one type. */
export const manyAlarms: Partial<Words<OpsEvent['type']>> = {
  'job.booked': 'urgent jobs were booked',
  'job.unassigned': 'jobs without a driver',
  'sla.at_risk': 'jobs will probably be late',
  'sla.breached': 'jobs are late',
  'compliance.expiring': 'documents expire soon',
  'file.refused': 'files of wholesalers were refused',
  'event.quarantined': 'events could not be handled',
  'webhook.disabled': 'webhook endpoints of customers get nothing any more',
};

export const dispositionLabels: Words<NonNullable<OpsEvent['disposition']>> = {
  release: 'Release: it may be used',
  quarantine: 'Quarantine: keep it apart',
  discard: 'Discard: it must not be used',
};

export const suspectLabels: Words<SuspectDecision> = {
  sensor_fault: 'A fault of the sensor: nothing was measured',
  genuine: 'Measured: they count as any other',
};

/** Words of a code that no list names, e.g. `driving_licence`. */
export const wordsOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
