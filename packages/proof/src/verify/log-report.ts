/** The log part of a verdict, in words for people without knowledge of logs. */
import type { LogVerdict } from './log-verdict.ts';
import type { HandoverWindow } from './log-windows.ts';

const headlines: Record<LogVerdict['status'], string> = {
  proved: 'proved: chain, certificate and key are in a log that you trust',
  late: 'in a log that you trust, but logged more than a day after the times stated here',
  not_accepted: 'not accepted: your policy does not accept its log, or too few witnesses cosigned',
  no_policy: 'entries fit, nobody known vouches for them: no policy was given',
  not_logged: 'not proved to be logged',
  tampered: 'CONTRADICTS this bundle',
};

export function logLines(log: LogVerdict): string[] {
  const { status, origin, witnesses, handovers, missing, late } = log;
  const isTimed = status === 'proved' || status === 'late';
  const name = origin ? ` (${origin})` : '';
  return [
    `log          ${headlines[status]}${name}`,
    ...(witnesses.length > 0 ? [`witnesses    ${witnesses.join(', ')}`] : []),
    ...(isTimed ? handovers.map((each) => `hand-over    ${windowText(each)}`) : []),
    ...(status === 'tampered' ? [] : [...missing, ...late].map((each) => `             ${each}`)),
  ];
}

export function windowText(handover: HandoverWindow): string {
  const { event, type, at, logged_after, logged_before } = handover;
  const when = [logged_after && `after ${logged_after}`, logged_before && `before ${logged_before}`]
    .filter(Boolean)
    .join(' and ');
  return `event ${event} (${type}), said to be at ${at}: ${when ? `logged ${when}` : 'no witness says when it was logged'}`;
}

/** Remaining doubts of a log verdict, and the reader's remedies. */
export function logAdvice({ status, witnesses }: LogVerdict): string[] {
  switch (status) {
    case 'no_policy':
      return [
        '',
        'Not known without a policy: whether the log and its witnesses vouch for these checkpoints. The',
        'carrier could have made them for this file alone. Pass --policy FILE with keys that you have from',
        'the witnesses themselves (the form: c2sp.org/tlog-policy).',
      ];
    case 'not_logged':
      return [
        '',
        'Not known: whether the carrier has rewritten chain and certificate together. Fetch the bundle again',
        'some seconds after the hand-over, or ask its sender why the proof is missing.',
      ];
    case 'not_accepted':
      return [
        '',
        'Not known: whether others were shown the same log. See which witnesses your policy demands.',
      ];
    case 'late':
      return [
        '',
        'Not known: whether the carrier has rewritten it within that time. The log or its witnesses may have',
        'been away, or a phone without network: ask the carrier, and whether anybody kept an earlier bundle.',
      ];
    case 'proved':
      return witnesses.length > 0
        ? []
        : ['', 'Your policy demands no witness: the carrier could show others another log.'];
    case 'tampered':
      return [];
  }
}
