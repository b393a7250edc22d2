/** Errors of the control desk's alarms. */
import { entry } from '../error-entry.ts';

export const alarmErrors = {
  ops_event_not_found: entry(404, 'Alarm not found', 'No alarm of the control desk with this id.'),
  already_acknowledged: entry(
    409,
    'Alarm already acknowledged',
    'Another person has acknowledged the alarm: the detail says who and when.',
  ),
  disposition_not_applicable: entry(
    409,
    'No disposition for this alarm',
    'Only out-of-range temperature alarms take a disposition. Acknowledge this alarm instead.',
  ),
  disposition_recorded: entry(
    409,
    'Disposition already recorded',
    'A disposition was already recorded: the detail says who decided what, and when.',
  ),
};
