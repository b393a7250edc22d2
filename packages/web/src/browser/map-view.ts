// Viewport of a map: moved and zoomed by keys, buttons, wheel and pointer.
import { type MapView, moved, zoomed } from '../map/projection.ts';
import { need } from './page-element.ts';

interface Point {
  x: number;
  y: number;
}

export interface ViewParts {
  element: HTMLElement;
  svg: SVGSVGElement;
  /** What is shown at first. */
  first: MapView;
  /** The view is to be drawn. */
  changed(): void;
  /** Everything that the map holds; undefined for nothing. */
  all(): MapView | undefined;
  /** A click that was no drag, and how near a thing must be to it, in the metres of the map. */
  picked(at: Point, near: number): void;
}

export interface ShownView {
  current(): MapView;
  listen(): void;
}

const closer = 0.7;
/** Of the map's width: how near a click must be. */
const nearShare = 0.02;
/** A pointer that moved less clicks. */
const clickPx = 4;

export function createView(parts: ViewParts): ShownView {
  const { element, svg } = parts;
  let view = parts.first;
  const show = (next: MapView | undefined): void => {
    if (!next) return;
    view = next;
    parts.changed();
  };
  /** In the metres of the map. */
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = svg.getBoundingClientRect();
    // The view is as wide as the picture, and in the middle of its height.
    const scale = view.width / box.width;
    return {
      x: view.x + (clientX - box.left) * scale,
      y: view.y + view.height / 2 + (clientY - box.top - box.height / 2) * scale,
    };
  };
  const actions = new Map<string, () => void>([
    ['in', () => show(zoomed(view, closer))],
    ['out', () => show(zoomed(view, 1 / closer))],
    ['all', () => show(parts.all())],
    ['ArrowLeft', () => show(moved(view, -0.1, 0))],
    ['ArrowRight', () => show(moved(view, 0.1, 0))],
    ['ArrowUp', () => show(moved(view, 0, -0.1))],
    ['ArrowDown', () => show(moved(view, 0, 0.1))],
  ]);
  return {
    current: () => view,
    listen: () => {
      listenToKeys(element, actions);
      svg.addEventListener('wheel', (event) => {
        // Without a modifier the page scrolls, as it does elsewhere.
        if (!event.ctrlKey && !event.shiftKey) return;
        event.preventDefault();
        const delta = event.deltaY || event.deltaX;
        show(zoomed(view, delta < 0 ? closer : 1 / closer, pointOf(event)));
      });
      listenToPointer(svg, pointOf, {
        drag: (from, to) => show({ ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y }),
        click: (at) => parts.picked(at, view.width * nearShare),
      });
    },
  };
}

const keys: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'all' };

function listenToKeys(map: HTMLElement, actions: ReadonlyMap<string, () => void>): void {
  map.tabIndex = 0;
  const buttons = need('.map-buttons', HTMLElement, map);
  buttons.hidden = false;
  for (const button of buttons.querySelectorAll('button')) {
    button.addEventListener('click', () => actions.get(button.dataset.do ?? '')?.());
  }
  map.addEventListener('keydown', (event) => {
    const action = actions.get(keys[event.key] ?? event.key);
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
}

interface PointerActions {
  drag(from: Point, to: Point): void;
  click(at: Point): void;
}

function listenToPointer(
  svg: SVGSVGElement,
  pointOf: (event: MouseEvent) => Point,
  { drag, click }: PointerActions,
): void {
  let dragged: { from: Point; x: number; y: number } | undefined;
  svg.addEventListener('pointerdown', (event) => {
    dragged = { from: pointOf(event), x: event.clientX, y: event.clientY };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    if (dragged) drag(dragged.from, pointOf(event));
  });
  svg.addEventListener('pointerup', (event) => {
    const begun = dragged;
    dragged = undefined;
    if (!begun) return;
    const way = Math.hypot(event.clientX - begun.x, event.clientY - begun.y);
    if (way < clickPx) click(pointOf(event));
  });
  svg.addEventListener('pointercancel', () => {
    dragged = undefined;
  });
}
