import { type Board, dashboardOf } from './board.ts';
import { noisy } from './noisy.ts';
import { slow } from './slow.ts';
import { waits } from './waits.ts';
import { well } from './well.ts';

export const boards: readonly Board[] = [well, slow, waits, noisy];

/** Names and texts of the committed files. */
export const dashboardFiles = (): [name: string, text: string][] =>
  boards.map((board) => [`${board.uid}.json`, dashboardOf(board)]);
