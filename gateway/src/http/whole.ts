/** An answer with a list in it that one message on the bus may not hold. */
import type { Reply } from '@svc/kit/transport';
import type { ActionRoute } from '../routes/route.ts';

/** Asks an action of the route's service, with what the request said and more. */
export type AskAction = (action: string, more?: Record<string, unknown>) => Promise<Reply>;

const listIn = (output: unknown, member: string): unknown[] | undefined => {
  const list = memberOf(output, member);
  return Array.isArray(list) ? list : undefined;
};
const memberOf = (output: unknown, name: string): unknown =>
  typeof output === 'object' && output !== null ? Reflect.get(output, name) : undefined;

/** The rest is asked for until the list has as many items as the answer counts. */
export async function askWhole(
  { action, continued }: Pick<ActionRoute, 'action' | 'continued'>,
  ask: AskAction,
): Promise<Reply> {
  const given = await ask(action);
  if (!continued || !('ok' in given)) return given;
  const { member, count } = continued;
  const items = listIn(given.ok, member) ?? [];
  const total = Number(memberOf(given.ok, count) ?? 0);
  while (items.length < total) {
    const more = await ask(continued.action, { after: items.length });
    if (!('ok' in more)) return more;
    const found = listIn(more.ok, member) ?? [];
    if (found.length === 0) throw new Error(`${continued.action} ended before its ${count}`);
    for (const item of found) items.push(item);
  }
  return given;
}
