/** Every role from the image, with Postgres and NATS. */
import { afterAll, beforeAll, describe } from 'vitest';
import { type LoadSource, loadOn } from '../rolling/load.ts';
import { subscribe } from '../rolling/watched-stage.ts';
import { crashes } from './crashes.ts';
import { desk } from './desk.ts';
import { imageContents } from './image.ts';
import { isolation } from './isolation.ts';
import { mainJourney } from './main-journey.ts';
import { operator } from './operator.ts';
import { restarts } from './restarts.ts';
import { restore } from './restore.ts';
import { type ContainerStage, startContainers } from './stage.ts';
import { witness } from './witness.ts';

describe('containers', () => {
  let stage: ContainerStage;
  let load: LoadSource;
  beforeAll(async () => {
    stage = await startContainers();
    const source = await loadOn(stage);
    await subscribe(stage, source.tenant);
    load = source;
  });
  afterAll(() => stage?.stop());

  imageContents();
  mainJourney(() => stage);
  desk(() => stage);
  operator(() => stage);
  isolation(() => stage);
  witness(() => stage);
  restarts(
    () => stage,
    () => load,
  );
  crashes(
    () => stage,
    () => load,
  );
  restore(() => stage);
});
