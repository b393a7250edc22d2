type ElementClass<E extends Element> = abstract new () => E;

/** An element that the page of a script always has. */
export function need<E extends Element>(
  selector: string,
  type: ElementClass<E>,
  root: ParentNode = document,
): E {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
