import type { Viewer } from '@svc/kit/event-stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLinkPollers, endMessage, type LinkPollers, type PageUpdate } from './poller.ts';

const sight = (version: string, isLast = false): PageUpdate => ({
  version,
  message: `update ${version}`,
  isLast,
});

interface Told extends Viewer {
  messages: string[];
}
function viewer(): Told {
  const messages: string[] = [];
  return {
    messages,
    send: (message) => messages.push(message),
    end: () => messages.push('closed'),
    backlog: () => 0,
  };
}

let watches: LinkPollers;
let polls: string[];
let errors: unknown[];
let next: () => Promise<PageUpdate | 'gone' | undefined>;
const options = {
  pollMs: 1_000,
  heartbeatMs: 15_000,
  heartbeatsMax: 2,
  onError: (error: unknown) => errors.push(error),
};

beforeEach(() => {
  vi.useFakeTimers();
  polls = [];
  errors = [];
  next = async () => sight('1');
  watches = createLinkPollers({
    ...options,
    poll: (token) => {
      polls.push(token);
      return next();
    },
    viewersMax: 4,
    viewersPerLinkMax: 3,
  });
});
afterEach(() => {
  watches.close();
  vi.useRealTimers();
});

function join(token: string, first = sight('1')) {
  const connection = viewer();
  return { ...connection, leave: watches.subscribe(token, connection, first) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a watch', () => {
  it('looks once for all its viewers and tells each what is new', async () => {
    const [one, two] = [join('a'), join('a')];
    await pass(1_000);
    expect(polls).toEqual(['a']);
    expect(one.messages).toEqual([]);
    next = async () => sight('2');
    await pass(2_000);
    expect(polls).toEqual(['a', 'a', 'a']);
    expect([one.messages, two.messages]).toEqual([['update 2'], ['update 2']]);
  });

  it('tells the others what a newcomer saw', () => {
    const [one, two] = [join('a'), join('a', sight('2'))];
    expect([one.messages, two.messages]).toEqual([['update 2'], []]);
  });

  it.each<[string, PageUpdate | 'gone', string[]]>([
    ['with the last sight', sight('2', true), ['update 2', endMessage, 'closed']],
    ['when there is nothing to see any more', 'gone', [endMessage, 'closed']],
  ])('that is joined ends %s', async (_, last, messages) => {
    const one = join('a');
    next = async () => last;
    await pass(5_000);
    expect(one.messages).toEqual(messages);
    expect(polls).toHaveLength(1);
  });

  it('goes on when nobody could tell', async () => {
    const one = join('a');
    next = async () => undefined;
    await pass(1_000);
    next = async () => {
      throw new Error('broken');
    };
    await pass(1_000);
    next = async () => sight('2');
    await pass(1_000);
    expect(one.messages).toEqual(['update 2']);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('stops looking when the last viewer leaves, in the middle of a look too, and begins anew', async () => {
    const [one, two] = [join('a'), join('a')];
    one.leave?.();
    await pass(1_000);
    expect(polls).toHaveLength(1);
    next = () => new Promise((resolve) => setTimeout(() => resolve(sight('2')), 100));
    await pass(1_050);
    two.leave?.();
    await pass(5_000);
    expect(polls).toHaveLength(2);
    expect(two.messages).toEqual([]);
    const late = join('a');
    await pass(1_100);
    expect(late.messages).toEqual(['update 2']);
  });
});

describe('viewers', () => {
  it('hear that the stream lives, and are sent away after a while', async () => {
    const one = join('a');
    await pass(45_000);
    expect(one.messages).toEqual([': still here\n\n', ': still here\n\n', 'closed']);
  });

  it('find no room beyond what one link, and all together, may have', () => {
    const joined = [join('a'), join('a'), join('a')];
    expect(join('a').leave).toBeUndefined();
    expect(join('b').leave).toBeDefined();
    expect(join('c').leave).toBeUndefined();
    joined[0]?.leave?.();
    expect(join('c').leave).toBeDefined();
  });

  it('of many links wait longer, so that looks stay below a hundred a second', async () => {
    const many = createLinkPollers({
      ...options,
      pollMs: 10,
      poll: async (token) => {
        polls.push(token);
        return sight('1');
      },
      viewersMax: 1_000,
      viewersPerLinkMax: 1,
    });
    for (let i = 0; i < 500; i += 1) many.subscribe(`t${i}`, viewer(), sight('1'));
    await pass(5_000);
    polls.length = 0;
    await pass(10_000);
    expect(polls.length).toBeLessThanOrEqual(1_000);
    many.close();
  });

  it('are sent away when the gateway stops', async () => {
    const one = join('a');
    watches.close();
    await pass(60_000);
    expect(one.messages).toEqual(['closed']);
    expect(polls).toEqual([]);
  });
});
