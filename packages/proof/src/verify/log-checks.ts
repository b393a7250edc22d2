/** The checks of a verdict on the log. */
import { printable } from '@svc/text/printable';
import { type Check, type CheckResult, checkOf } from './check.ts';
import { windowText } from './log-report.ts';
import type { LogVerdict } from './log-verdict.ts';

/** `what` of the file must be in the log. */
export function logChecks(log: LogVerdict, what: string): Check[] {
  const inLog = checkOf('log', inclusion(log), {
    holds: `${what} are in the log ${printable(log.origin ?? '')}.`,
    fails: 'The log contradicts this file.',
    open: log.missing.join(' '),
  });
  if (log.origin === null) return [inLog];
  return [inLog, checkpointCheck(log), witnessCheck(log), ...timeChecks(log)];
}

function inclusion({ status, missing }: LogVerdict): CheckResult {
  if (status === 'tampered') return 'fails';
  return missing.length > 0 ? 'open' : 'holds';
}

const of = (holds: boolean | undefined): CheckResult =>
  holds === undefined ? 'open' : holds ? 'holds' : 'fails';

const checkpointCheck = ({ checkpoint }: LogVerdict): Check =>
  checkOf('checkpoint', of(checkpoint?.signed), {
    holds: 'The log that the policy names has signed each checkpoint.',
    fails: 'A checkpoint is not signed by a log that the policy names.',
    open: 'Whether the log has signed was not checked: no policy, or no proof.',
  });

function witnessCheck({ checkpoint, witnesses }: LogVerdict): Check {
  const isNone = checkpoint?.quorum === true && witnesses.length === 0;
  return checkOf('witnesses', isNone ? 'open' : of(checkpoint?.quorum), {
    holds: `Cosigned by as many witnesses as the policy demands: ${witnesses.join(', ')}.`,
    fails: 'Fewer witnesses have cosigned than the policy demands.',
    open: isNone
      ? 'The policy demands no witness: the carrier could show others another list.'
      : 'Whether witnesses have cosigned was not checked: no policy, or no proof.',
  });
}

/** Windows of hand-overs; only where all that they rest on is proved. */
function timeChecks({ status, handovers, late }: LogVerdict): Check[] {
  const isTimed = status === 'proved' || status === 'late';
  if (!isTimed || handovers.length + late.length === 0) return [];
  const isKnown = handovers.every(({ logged_before }) => logged_before !== null);
  const result = late.length > 0 ? 'fails' : isKnown ? 'holds' : 'open';
  const check = checkOf('time', result, {
    holds: 'When each hand-over was in the log, by the clocks of the witnesses:',
    fails: 'Logged more than a day after the times stated, so that it may have been rewritten:',
    open: 'No witness says when each hand-over was in the log:',
  });
  return [{ ...check, items: late.length > 0 ? late : handovers.map(windowText) }];
}
