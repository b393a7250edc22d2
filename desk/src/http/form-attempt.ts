/** An attempt of a form that was not done, in words for its home. */
import { errors } from '@svc/contracts';
import { BadInput, CallFault, Refusal } from '@svc/kit/refusal';
import type { Reply } from '@svc/kit/transport';
import { z } from 'zod';
import type { Entered, RefusedAttempt } from '../form/form-view.ts';
import { away, internal } from '../request/failure.ts';
import type { DeskForm, FormRefusals, FormRequest, Visitor } from '../route/route.ts';
import { localMoment } from '../words/local-time.ts';

export interface RefusedForm extends Pick<RefusedAttempt, 'faults' | 'key'> {
  /** Entries to show in place of those that were sent. */
  entered?: Entered;
  status: number;
  detail: string;
}

const notComplete = 'Some entries need another look.';

/**
 * The request of the form's command, or why there is none: entries or queries before it. Nothing was sent,
 * so the form keeps its number: an earlier attempt may have been done under it.
 */
export async function readForm(
  form: DeskForm,
  { entered, key }: { entered: Entered; key: string },
  visitor: Visitor,
): Promise<{ request: FormRequest } | { refused: RefusedForm }> {
  try {
    return { request: await form.read(entered, visitor) };
  } catch (error) {
    if (error instanceof z.ZodError) return { refused: { ...misfit(error.issues), key } };
    return { refused: { ...refusedBy(replyOf(error), { form, key }), key } };
  }
}

/** The reply that a client threw. */
function replyOf(error: unknown): NotDone {
  if (error instanceof Refusal) {
    const { code, detail, path } = error;
    return { refused: { code, detail, ...(path && { path }) } };
  }
  if (error instanceof BadInput) return { invalid: error.issues };
  if (error instanceof CallFault) return { fault: error.kind };
  throw error;
}

type NotDone = Exclude<Reply, { ok: unknown }>;
type Issues = readonly { path: readonly PropertyKey[]; message: string }[];

const misfit = (issues: Issues): RefusedForm => ({
  status: 400,
  detail: notComplete,
  faults: faultsOf(issues),
});

/** By the field of the input and, for a member of it, by its dotted path. */
const faultsOf = (issues: Issues): ReadonlyMap<string, string> =>
  new Map(
    issues.flatMap(({ path, message }) => [
      [String(path[0]), message] as const,
      [path.join('.'), message] as const,
    ]),
  );

/** Details name moments in UTC, for programs. */
const readable = (detail: string): string =>
  detail.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (at) => localMoment(new Date(at)));

/** After a fault the key stays: the command may have been done, and is done once. */
function refusedBy(
  answer: NotDone,
  { form, key }: { form: { refusals: FormRefusals }; key: string },
): RefusedForm {
  if ('refused' in answer) {
    const { code, detail, path } = answer.refused;
    const { text = readable(detail), field } = form.refusals[code] ?? {};
    const about = path ?? (field === undefined ? undefined : [field]);
    const faults = faultsOf(about ? [{ path: about, message: text }] : []);
    return { status: errors[code].status, detail: text, faults };
  }
  if ('invalid' in answer) return misfit(answer.invalid);
  const { status, text } = answer.fault === 'unavailable' ? away : internal;
  return { status, detail: text, faults: new Map(), key };
}

interface Attempt {
  form: Pick<DeskForm, 'each' | 'refusals'>;
  key: string;
  entered: Entered;
  /** What the form answers for those that were done. */
  show(): ReturnType<FormRequest['next']>;
}

/** Says of several commands what was not done; what it is about stays entered, beside what was done. */
export function refusedOf(answers: readonly Reply[], attempt: Attempt): RefusedForm {
  const { form, entered, show } = attempt;
  const failed = answers.flatMap((each) => ('ok' in each ? [] : [refusedBy(each, attempt)]));
  const [first] = failed;
  if (!first) throw new Error('all of them were done');
  if (form.each === undefined) return first;
  const done = answers.length - failed.length;
  const all = [entered[form.each] ?? []].flat().flatMap((text) => String(text).split(','));
  const left = all.filter((_, n) => !('ok' in (answers[n] ?? {})));
  const told = done > 0 ? String(show()).split('?')[1] : '';
  return {
    ...first,
    key: failed.find(({ key }) => key !== undefined)?.key,
    detail: [
      ...(done > 0 ? [`${done} of ${answers.length} done.`] : []),
      ...new Set(failed.map(({ detail }) => detail)),
    ].join(' '),
    entered: { ...entered, ...Object.fromEntries(new URLSearchParams(told)), [form.each]: left },
  };
}
