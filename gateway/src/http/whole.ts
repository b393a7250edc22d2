/** An answer with a list in it that one message on the bus may not hold. */
import type { Reply } from '@svc/kit/transport';
import { z } from 'zod';
import type { ActionRoute } from '../routes/route.ts';

/** Asks an action of the route's service, with what the request said and more. */
export type AskAction = (action: string, more?: Record<string, unknown>) => Promise<Reply>;

const answer = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());

/** The rest is asked for until the list has as many items as the answer counts. */
export async function askWhole(
  { action, continued }: Pick<ActionRoute, 'action' | 'continued'>,
  ask: AskAction,
): Promise<Reply> {
  const given = await ask(action);
  if (!continued || !('ok' in given)) return given;
  const { member, count } = continued;
  const whole = answer.parse(given.ok);
  const items = list.parse(whole[member]);
  while (items.length < Number(whole[count])) {
    const more = await ask(continued.action, { after: items.length });
    if (!('ok' in more)) return more;
    const found = list.parse(answer.parse(more.ok)[member]);
    if (found.length === 0) throw new Error(`${continued.action} ended before its ${count}`);
    for (const item of found) items.push(item);
  }
  return { ...given, ok: { ...whole, [member]: items } };
}
