/** Errors of the control desk's alarms. */
import { entry } from '../error-entry.ts';

export const alarmErrors = {
  ops_event_not_found: entry(404, 'Alarm not found', 'No alarm of the control desk with this id.'),
  already_acknowledged: entry(
    409,
    'Alarm already acknowledged',
    'Somebody else sees to it: the detail says who, and since when.',
  ),
  disposition_not_applicable: entry(
    409,
    'No disposition for this alarm',
    'Only an alarm of a temperature out of range gets a disposition. Acknowledge this one.',
  ),
  disposition_recorded: entry(
    409,
    'Disposition already recorded',
    'Somebody else has decided: the detail says who, what and when.',
  ),
};
