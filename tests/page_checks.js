// Runs in a page and returns what is wrong with it, as a list of sentences.
(() => {
  const wrong = [];
  const say = (text) => { if (wrong.length < 40) wrong.push(text); };
  const name = (node) => `${node.tagName.toLowerCase()}${node.id ? '#' + node.id : ''}.${node.getAttribute('class') || ''}`;
  const isShown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === 'visible';

  // Nothing runs, nothing is loaded.
  if (document.scripts.length) say('the page has a script');
  for (const node of document.querySelectorAll('*'))
    for (const { name: attribute } of node.attributes)
      if (attribute.startsWith('on')) say(`${name(node)} has ${attribute}`);
  for (const node of document.querySelectorAll('[src], link, iframe, object, embed, form, base'))
    say(`${name(node)} loads or sends something`);

  // Ids are unique, references resolve, links stay within the page.
  const ids = new Set();
  for (const node of document.querySelectorAll('[id]')) {
    if (ids.has(node.id)) say(`the id ${node.id} comes twice`);
    ids.add(node.id);
  }
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href');
    if (href.startsWith('#') ? !ids.has(href.slice(1)) : !/^data:(text\/csv|application\/jsonl);base64,/.test(href))
      say(`the link ${href.slice(0, 60)} leads nowhere within the page`);
    if (!link.textContent.trim() && !link.getAttribute('aria-label')) say(`the link ${href} has no text`);
  }
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'for', 'headers'])
    for (const node of document.querySelectorAll(`[${attribute}]`))
      for (const id of node.getAttribute(attribute).split(/\s+/))
        if (!ids.has(id)) say(`${name(node)} refers to ${id}, which is not there`);

  // Structure: language, title, one h1, no level left out, landmarks, names of regions.
  if (!document.documentElement.lang) say('the page has no language');
  if (!document.title.trim()) say('the page has no title');
  if (document.querySelectorAll('h1').length !== 1) say('the page has not one h1');
  if (document.querySelectorAll('main').length !== 1) say('the page has not one main');
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) say(`the heading "${heading.textContent.slice(0, 40)}" leaves out a level`);
    if (!heading.textContent.trim()) say('a heading is empty');
    level = next;
  }
  for (const region of document.querySelectorAll('[role=region]'))
    if (!region.getAttribute('aria-label') && !region.getAttribute('aria-labelledby')) say(`${name(region)} has no name`);
  for (const node of document.querySelectorAll('[tabindex]'))
    if (node.tabIndex > 0) say(`${name(node)} changes the order of the tab key`);
  for (const list of document.querySelectorAll('ul, ol, dl'))
    for (const child of list.children)
      if (!(list.tagName === 'DL' ? ['DT', 'DD', 'DIV'] : ['LI']).includes(child.tagName)) say(`${name(child)} stands in a list`);
  for (const details of document.querySelectorAll('details'))
    if (details.firstElementChild?.tagName !== 'SUMMARY') say('details without a summary');

  // Everything that can be read stands in a landmark, and landmarks of a kind have names.
  const landmarks = 'main, body > header, body > footer, nav, [role=main], [role=banner], [role=contentinfo]';
  for (const child of document.body.children)
    if (child.textContent.trim() && !child.matches(landmarks)) say(`${name(child)} stands outside of all landmarks`);
  const navs = [...document.querySelectorAll('nav')];
  if (navs.length > 1 && navs.some((nav) => !nav.getAttribute('aria-label') && !nav.getAttribute('aria-labelledby'))) say('a nav of several has no name');

  // What colour says is said in words as well: a verdict beside coloured rows, an underline
  // under links within text.
  for (const row of document.querySelectorAll('tr.better, tr.worse'))
    if (![...row.querySelectorAll('td, th')].some((cell) => /\b(faster|slower|better|worse|higher|lower|single|undecided)\b/.test(cell.textContent)))
      say(`${name(row)} says only by its colour how it changed`);
  for (const link of document.querySelectorAll('p a[href], dd a[href]')) {
    const around = link.parentElement.textContent.trim().length > link.textContent.trim().length;
    const style = getComputedStyle(link);
    if (around && isShown(link) && !style.textDecorationLine.includes('underline') && !(parseFloat(style.borderBottomWidth) > 0))
      say(`the link "${link.textContent.trim().slice(0, 30)}" differs from text by its colour only`);
  }

  // Tables have heads with a scope; rows are of one width.
  for (const table of document.querySelectorAll('table')) {
    if (!table.querySelector('th')) say(`${name(table)} has no head`);
    if (!table.caption?.textContent.trim() && !table.getAttribute('aria-label') && !table.getAttribute('aria-labelledby')) say(`${name(table)} has no name`);
    for (const row of table.tBodies[0]?.rows || [])
      if (!row.querySelector('th')) { say(`a row of ${name(table)} has no head`); break; }
    for (const head of table.querySelectorAll('th'))
      if (!head.scope) say(`a head of ${name(table)} has no scope`);
    const widths = new Set();
    for (const row of table.rows) {
      let width = 0;
      for (const cell of row.cells) width += cell.colSpan;
      if (!row.classList.contains('group')) widths.add(width);
    }
    if (widths.size > 1) say(`rows of ${name(table)} differ in width: ${[...widths].join(', ')}`);
  }

  // Pictures: hidden, or with role, title and description; a table beside those of figures.
  for (const svg of document.querySelectorAll('svg')) {
    if (svg.getAttribute('aria-hidden') === 'true') continue;
    if (svg.getAttribute('role') !== 'img') say(`a picture has no role`);
    for (const part of ['title', 'desc'])
      if (!svg.querySelector(`:scope > ${part}`)?.textContent.trim()) say(`a picture has no ${part}`);
    const refers = (svg.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => document.getElementById(id));
    if (!refers.length || refers.some((node) => !node || node.parentElement !== svg)) say(`${name(svg)} is not named by its own title and description`);
    if (/^(image|picture|chart|plot|svg)?\.?$/i.test(svg.querySelector(':scope > title')?.textContent.trim() || '')) say(`the name of ${name(svg)} says nothing`);
    if (!svg.closest('section, header')?.querySelector('table')) say(`a picture has no table beside it`);
  }

  // Colours: text against what is behind it, at least 4.5 to 1, 3 to 1 where it is large.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const cache = new Map();
  const colour = (text) => {
    if (cache.has(text)) return cache.get(text);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    cache.set(text, [r, g, b, a / 255]);
    return cache.get(text);
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const background = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const layer = colour(getComputedStyle(at).backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((value) => { const v = value / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  // The shape of a picture that covers a text: the cell, bar or strip drawn last below it.
  const behind = (text) => {
    let below = background(text.ownerSVGElement.parentElement);
    const { x, y, width, height } = text.getBoundingClientRect();
    for (const shape of text.ownerSVGElement.querySelectorAll('rect')) {
      if (shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING) continue;
      const box = shape.getBoundingClientRect(), style = getComputedStyle(shape), fill = colour(style.fill === 'none' ? 'transparent' : style.fill);
      if (box.x <= x + width / 2 && box.right >= x + width / 2 && box.y <= y + height / 2 && box.bottom >= y + height / 2)
        below = over([fill[0], fill[1], fill[2], fill[3] * Number(style.fillOpacity)], below);
    }
    return below;
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || ['title', 'desc', 'STYLE'].includes(node.tagName) || seen.has(node) || !isShown(node)) continue;
    seen.add(node);
    if (seen.size > 6000) break;
    const style = getComputedStyle(node), isPicture = node.ownerSVGElement != null;
    const below = isPicture ? behind(node) : background(node);
    const ratio = contrast(over(colour(isPicture ? style.fill : style.color), below), below);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) say(`"${text.data.trim().slice(0, 30)}" in ${name(node)} has a contrast of ${ratio.toFixed(2)}`);
  }

  // Letters of pictures stay legible, and none leaves its picture or covers another.
  for (const svg of document.querySelectorAll('svg.plot')) {
    if (!isShown(svg)) continue;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const frame = svg.getBoundingClientRect(), boxes = [];
    if (scale * 11 < 9) say(`letters of ${svg.getAttribute('aria-labelledby')} are ${(scale * 11).toFixed(1)} px tall`);
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBoundingClientRect();
      if (box.left < frame.left - 3 || box.right > frame.right + 3) say(`"${text.textContent.slice(-30)}" leaves its picture ${svg.getAttribute('aria-labelledby')}`);
      for (const other of boxes)
        if (Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 * scale &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 5 * scale)
          say(`"${text.textContent.slice(-20)}" covers "${other.text.slice(-20)}" in ${svg.getAttribute('aria-labelledby')}`);
      boxes.push({ box, text: text.textContent });
    }
  }

  // No scrolling sideways.
  if (document.documentElement.scrollWidth > innerWidth) {
    say(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth}`);
    for (const node of document.querySelectorAll('body *'))
      if (isShown(node) && node.getBoundingClientRect().right > innerWidth + 1 && !node.closest('.scroll, .lines')) { say(`${name(node)} sticks out`); break; }
  }
  return wrong;
})()
