/** Commands of the desk about messages: on record with the carrier alone, without the text. */
import { book, type Calls, callsOn, scene } from './audit-scene.ts';
import { assign, deskOf } from './desk.ts';

const ofCarrier = {
  atDesk: true,
  ofCarrier: true,
  given: async () => {
    const { stage, customer, carrier } = scene();
    const job = await book(callsOn(scene(), customer.id, 'program'));
    await assign(deskOf(stage, carrier.id), job.id);
    return job;
  },
} as const;

export const messageCases = {
  'jobs.sendMessage': {
    ...ofCarrier,
    act: (own: Calls, id: string) => own.jobs.sendMessage({ id, text: 'On the way', by: 'Ann' }),
  },
  'jobs.readMessages': {
    ...ofCarrier,
    act: (own: Calls, id: string) => own.jobs.readMessages({ id, up_to: 'msg_1' }),
  },
} as const;
