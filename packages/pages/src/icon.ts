/** A sealed box, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b57d0"/><path d="M3 5h10v7H3zM3 5l5 3 5-3" fill="none" stroke="#fff" stroke-width="1.5"/></svg>`;
