/** Services that stand in behind the desk; everything that was asked stands in `calls`. */
import type { CallMeta, Reply, Transport } from '@svc/kit/transport';

export interface Call {
  service: string;
  action: string;
  input: unknown;
  meta: CallMeta;
}

type Answer = (call: Call) => Reply | Promise<Reply>;

export interface Services extends Transport {
  calls: Call[];
  /** By `service.action`; an action without one is unavailable. */
  answers: Map<string, Answer>;
  /** From now on an action returns this output. */
  answer(name: string, output: unknown): void;
  /** Calls of people, without those of the desk on its own behalf. */
  callsOfPeople(): Call[];
  /** Those that change something. */
  commands(): Call[];
  /** Inputs of the calls of people to an action. */
  asked(action: string): unknown[];
}

export function createServices(): Services {
  const calls: Call[] = [];
  const answers = new Map<string, Answer>();
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const callsOfPeople = () => calls.filter(({ meta }) => meta.actor !== 'desk');
  return {
    calls,
    answers,
    answer: (name, ok) => answers.set(name, () => ({ ok })),
    callsOfPeople,
    commands: () => callsOfPeople().filter(({ meta }) => meta.request !== undefined),
    asked: (name) =>
      callsOfPeople()
        .filter(({ action }) => action === name)
        .map(({ input }) => input),
    call: async (service, action, input, meta) => {
      const call = { service, action, input, meta };
      calls.push(call);
      const answer = answers.get(`${service}.${action}`);
      return answer ? answer(call) : { fault: 'unavailable' };
    },
    broadcast: (topic, payload) => {
      for (const handler of handlers.get(topic) ?? []) handler(payload);
    },
    subscribe: (topic, handler) => {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },
    connected: () => true,
  };
}
