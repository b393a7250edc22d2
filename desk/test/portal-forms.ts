/** Forms of the tenant's pages as a browser fills them in. */
import { escaped } from '@svc/pages/html';
import { onTestFinished } from 'vitest';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import type { Call } from './services.ts';

/** Query of the second step of a booking. */
export const offer = {
  quote_id: 'q_01',
  km: '12.5',
  held_until: '2026-11-02T08:15:00.000Z',
  pickup_site_id: 'x_01',
  dropoff_site_id: 'site_2',
  sku: 'LAB-STD',
  timing: 'standard',
  parcels: '2',
  ready_at: '2026-11-02T12:00',
};
export const offerPath = `/book/price?${new URLSearchParams(offer)}`;

export async function portal() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  const { get, post, services } = under;
  const token = tokenOf('booker');

  /** Opens a page, fills in a form of it and sends it. */
  async function send({ page, action, fields = {} }: Filled, sender = token): Promise<Sent> {
    const opened = await get(page, sender);
    const hidden = hiddenFields(opened.body, escaped(action));
    services.calls.length = 0;
    const answer = await post(action, sender, { ...hidden, ...fields });
    return { answer, hidden, commands: services.callsOfPeople().filter(isCommand) };
  }
  return { ...under, send, callsTo: (name: string) => services.calls.filter(isNamed(name)) };
}

interface Filled {
  page: string;
  action: string;
  fields?: Readonly<Record<string, string>>;
}
interface Sent {
  answer: Awaited<ReturnType<Awaited<ReturnType<typeof deskUnderTest>>['post']>>;
  hidden: Record<string, string>;
  commands: Call[];
}

const isNamed = (name: string) => (call: Call) => `${call.service}.${call.action}` === name;
const isCommand = ({ meta }: Call) => meta.request !== undefined;
