import { worker } from '../define.ts';
import { startPlayer } from '../scenario-player.ts';

export const playScenarios = worker('play-scenarios', startPlayer);
