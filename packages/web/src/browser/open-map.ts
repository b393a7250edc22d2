// A map of the page: moved and zoomed by its view, with labels that fit what is shown.
import type { MapData } from '../map/figure.ts';
import { frameMarkup, type MapLabel, townLabels } from '../map/frame.ts';
import {
  type MapView,
  type Place,
  type Projection,
  projectionAround,
  viewBoxOf,
} from '../map/projection.ts';
import { createView, type ShownView, type ViewParts } from './map-view.ts';
import { need } from './page-element.ts';

export interface OpenMap {
  element: HTMLElement;
  svg: SVGSVGElement;
  projection: Projection;
  view: ShownView;
  /** Draws the present view. */
  draw(): void;
  /** Calls it with the present view, and with each that is drawn. */
  follow(next: (view: MapView) => void): void;
}

interface MapOptions extends Partial<Pick<ViewParts, 'changed' | 'all' | 'picked'>> {
  /** In place of those that the page came with. */
  labelsIn?(view: MapView): readonly MapLabel[] | undefined;
}

/** The maps of the page, in the order in which they were opened. */
export const openMaps: OpenMap[] = [];

export function openMap(element: HTMLElement, options: MapOptions = {}): OpenMap {
  const svg = need('svg', SVGSVGElement, element);
  const frame = need('.map-frame', SVGGElement, element);
  const { lat, lng } = element.dataset;
  const origin: Place = { lat: Number(lat), lng: Number(lng) };
  const projection = projectionAround(origin);
  const data: MapData = JSON.parse(need('script', HTMLScriptElement, element).text);
  const towns = townLabels(data.towns);
  let follower: ((view: MapView) => void) | undefined;
  const draw = () => {
    const shown = view.current();
    svg.setAttribute('viewBox', viewBoxOf(shown));
    const labels = [...(options.labelsIn?.(shown) ?? data.labels), ...towns];
    const parts = { view: shown, projection, labels, widthPx: svg.clientWidth || 1 };
    frame.innerHTML = frameMarkup(parts).markup;
    follower?.(shown);
  };
  const { x, y, width, height } = svg.viewBox.baseVal;
  const first: MapView = { x, y, width, height };
  const view = createView({
    changed: draw,
    all: () => first,
    picked: () => {},
    ...options,
    element,
    svg,
    first,
  });
  const opened: OpenMap = {
    ...{ element, svg, projection, view, draw },
    follow: (next) => {
      follower = next;
      next(view.current());
    },
  };
  openMaps.push(opened);
  draw();
  view.listen();
  return opened;
}
