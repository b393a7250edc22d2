/** Everything that is recorded and not sent, and what this device is. */
import { inOrder } from '../domain/queue.ts';
import { roomOf } from '../domain/room.ts';
import { actionList } from './action-list.ts';
import type { App, Screen } from './app.ts';
import { readDevice } from './database.ts';
import { element, fact } from './dom.ts';
import { followPlace, placePermission } from './place.ts';
import { isSharing, setSharing } from './positions.ts';

export async function queueScreen(app: App): Promise<Screen> {
  const actions = inOrder(await app.db.getAll('action'));
  const device = await readDevice(app.db);
  const list = actionList(app, actions);
  const isKept = await navigator.storage.persisted();
  const room = roomOf(await navigator.storage.estimate());
  return {
    title: 'This device',
    isLive: true,
    parts: [
      ...(list.length > 0 ? list : [element('p', {}, 'Everything is sent.')]),
      element(
        'dl',
        {},
        ...fact('Name', device?.name ?? ''),
        ...fact('Number', device?.client_id ?? 'not enrolled'),
        ...fact('Storage', isKept ? 'kept by the browser' : 'the browser may clear it'),
        ...fact('Room', room === 'low' ? 'almost none: make room' : 'enough'),
      ),
      ...(await placePart(app)),
      element('p', {}, element('a', { href: '#', class: 'wide' }, 'Back to the run')),
    ],
  };
}

async function placePart(app: App): Promise<Node[]> {
  const state = await placePermission();
  if (state === 'unavailable') return [];
  const words = {
    granted: 'Each step records where it happened.',
    denied: 'Steps are recorded without a place: the browser denies it.',
    prompt:
      'Steps are recorded without a place. Allowed, your position is also shared while a job is open.',
  }[state];
  const ask = element(
    'button',
    { type: 'button', class: 'other', onclick: followPlace },
    'Record the place of each step',
  );
  return [
    element('h2', {}, 'Place'),
    element('p', {}, words),
    ...(state === 'prompt' ? [ask] : []),
    ...(state === 'granted' ? sharingPart(app) : []),
  ];
}

function sharingPart(app: App): Node[] {
  const isOn = isSharing();
  const onclick = async () => {
    setSharing(!isOn);
    await app.stored();
  };
  const label = isOn ? 'Stop sharing on this phone' : 'Share the position';
  const id = isOn ? 'stop-sharing' : 'share';
  return [
    element('p', {}, `Position: ${isOn ? 'shared while a job is open' : 'not shared'}.`),
    element('button', { type: 'button', class: 'other', id, onclick }, label),
  ];
}
