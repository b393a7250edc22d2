// Opens the maps of a page.
import { openMap } from './open-map.ts';

for (const element of document.querySelectorAll<HTMLElement>('.map')) openMap(element);
