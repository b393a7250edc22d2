/** Documents that the gateway draws: what they count as, and how many of a tenant at once. */
import { heldClock } from '@svc/kit/clock';
import { createBudget } from '@svc/kit/limits/budget';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createDrawings } from '../src/http/drawings.ts';
import { start } from './gateway-under-test.ts';

const of = (tenant: string) =>
  ({ caller: { tenant, actor: `cli_${tenant}` }, raw: {} }) as unknown as FastifyRequest;

function drawingsUpTo(limit: number) {
  const budget = createBudget({ limit, burst: 0 }, heldClock(start));
  const draw = createDrawings({
    limitRate: ({ actor }) => budget.consume(actor),
    trustedProxies: 0,
  });
  return { budget, draw };
}

it('counts a document by its cost, the request that asks for it among it', async () => {
  const { budget, draw } = drawingsUpTo(12);
  budget.consume('cli_a');
  expect(await draw(of('a'), 10, async () => 'pdf')).toEqual({ drawn: 'pdf' });
  expect(budget.peek('cli_a').remaining).toBe(2);
  const never = () => Promise.reject(new Error('it was drawn'));
  expect(await draw(of('a'), 10, never)).toMatchObject({ problem: { code: 'rate_limited' } });
  expect(await draw(of('b'), 1, async () => 'png')).toEqual({ drawn: 'png' });
});

it('draws two at a time of a tenant, and refuses the third until one is done', async () => {
  const { draw } = drawingsUpTo(100);
  const held = Promise.withResolvers<string>();
  const running = [1, 2].map(() => draw(of('a'), 1, () => held.promise));
  const third = () => draw(of('a'), 1, async () => 'third');
  expect(await third()).toMatchObject({ problem: { code: 'unavailable' } });
  expect(await draw(of('b'), 1, async () => 'other')).toEqual({ drawn: 'other' });
  held.resolve('pdf');
  expect(await Promise.all(running)).toEqual([{ drawn: 'pdf' }, { drawn: 'pdf' }]);
  expect(await third()).toEqual({ drawn: 'third' });
});

it('gives its place up where drawing fails', async () => {
  const { draw } = drawingsUpTo(100);
  for (let n = 0; n < 3; n += 1) {
    await expect(draw(of('a'), 1, () => Promise.reject(new Error('no font')))).rejects.toThrow();
  }
  expect(await draw(of('a'), 1, async () => 'pdf')).toEqual({ drawn: 'pdf' });
});
