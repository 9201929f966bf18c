// Search, folding and keys of a page. Makes no markup of any text.
const all = [...document.querySelectorAll('[data-find]')];
const box = document.querySelector('input[type=search]');
const counter = document.querySelector('[data-count]');
const folds = () => document.querySelectorAll('details');
let isOpen = null;
let wanted = '';
// A later part is plain text until it comes near. Its markup has escaped all text of the conversation.
const later = (part) => 'later' in part.dataset;
const make = (part) => {
  if (!later(part)) return;
  delete part.dataset.later;
  part.innerHTML = part.textContent;
  if (isOpen !== null) for (const each of part.querySelectorAll('details')) each.open = isOpen;
  if (wanted !== '') paint(part);
};
const makeAll = () => document.querySelectorAll('[data-later]').forEach(make);
const near =
  self.IntersectionObserver &&
  new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen)
        if (isIntersecting) {
          make(target);
          near.unobserve(target);
        }
    },
    { rootMargin: '1500px' },
  );
// Makes the rest when idle, for the browser's own search.
const fill = () => {
  const part = document.querySelector('[data-later]');
  if (!part) return;
  make(part);
  if (self.requestIdleCallback) requestIdleCallback(fill, { timeout: 200 });
  else setTimeout(fill);
};
if (near) for (const part of document.querySelectorAll('[data-later]')) near.observe(part);
else makeAll();
const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const texts = new WeakMap();
const textOf = (node) => {
  if (!node.matches('.part')) return node.textContent.toLowerCase();
  if (!later(node)) texts.delete(node);
  else if (!texts.has(node))
    texts.set(
      node,
      node.textContent
        .replace(/<[^>]*>/g, '')
        .replace(/&(?:lt|gt|quot|amp|#39);/g, (sign) => signs[sign])
        .toLowerCase(),
    );
  return texts.get(node) ?? node.textContent.toLowerCase();
};
// An exchange is searched by its heading and parts, anything else whole.
const piecesOf = (each) => (each.tagName === 'DETAILS' ? [...each.children] : [each]);
let found = [];
let at = -1;
// Pieces with the word that were not gone through yet.
let hits = [];
let painted = new Map();
// Ranges of the word in a text node, at most so many.
const rangesIn = (node, most) => {
  const text = node.data.toLowerCase();
  const ranges = [];
  // Lower case may change the length of a text: places would be wrong.
  if (text.length !== node.data.length) return ranges;
  for (
    let from = text.indexOf(wanted);
    from >= 0 && ranges.length < most;
    from = text.indexOf(wanted, from + wanted.length)
  ) {
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, from + wanted.length);
    ranges.push(range);
  }
  return ranges;
};
const highlight = (ranges) => {
  if (!self.CSS?.highlights) return;
  if (!CSS.highlights.has('found')) CSS.highlights.set('found', new Highlight());
  for (const range of ranges) CSS.highlights.get('found').add(range);
};
const paint = (piece) => {
  if (painted.has(piece)) return painted.get(piece);
  const ranges = [];
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode())
    for (const range of rangesIn(node, 2000 - ranges.length)) ranges.push(range);
  painted.set(piece, ranges);
  highlight(ranges);
  return ranges;
};
// Takes the next piece with the word, and makes it if necessary.
const more = () => {
  const piece = hits.shift();
  if (!piece) return false;
  make(piece);
  for (const range of paint(piece)) found.push(range);
  return true;
};
const unfold = (node) => {
  for (let up = node; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
};
// Parts that are made above change their height: the place is kept for some frames.
let going = 0;
const goTo = (node, how, then) => {
  const mine = ++going;
  let frames = 12;
  const keep = () => {
    if (mine !== going) return;
    node.scrollIntoView(how);
    if (then) then();
    if (frames-- > 0) requestAnimationFrame(keep);
  };
  keep();
};
for (const sign of ['wheel', 'touchstart', 'mousedown'])
  addEventListener(
    sign,
    () => {
      going++;
    },
    { passive: true },
  );
const next = () => {
  while (at + 1 >= found.length && more());
  if (found.length === 0) return;
  at = (at + 1) % found.length;
  const { parentElement } = found[at].startContainer;
  unfold(parentElement);
  goTo(parentElement, { block: 'center' });
  counter.textContent = `match ${at + 1} of ${found.length}${hits.length > 0 ? ' and more' : ''}`;
};
const filter = (each) => {
  const has = wanted === '' ? [] : piecesOf(each).filter((piece) => textOf(piece).includes(wanted));
  each.hidden = wanted !== '' && has.length === 0;
  for (const piece of has) hits.push(piece);
};
const search = () => {
  wanted = box.value.trim().toLowerCase();
  [found, at, hits, painted] = [[], -1, [], new Map()];
  self.CSS?.highlights?.delete('found');
  for (const each of all) filter(each);
  for (const piece of hits) if (!later(piece) && painted.size < 200) paint(piece);
  while (found.length < 100 && more());
  counter.textContent = wanted === '' ? '' : `${all.filter((each) => !each.hidden).length} of ${all.length}`;
};
let waiting = 0;
if (box)
  box.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
const open = (is) => {
  isOpen = is;
  for (const each of folds()) each.open = is || each.classList.contains('exchange');
};
for (const button of document.querySelectorAll('button[data-open]'))
  button.addEventListener('click', () => open(button.dataset.open === 'all'));
// Entries near the end cannot be scrolled to the top: the last step is remembered.
let stood = null;
const here = (shown) =>
  stood && stood.y === scrollY && shown.includes(stood.to)
    ? shown.indexOf(stood.to)
    : shown.findLastIndex((each) => each.getBoundingClientRect().top < 12);
const go = (step) => {
  const shown = all.filter((each) => !each.hidden);
  const to = shown[Math.min(Math.max(here(shown) + step, 0), shown.length - 1)];
  if (to) {
    goTo(to, {}, () => {
      stood = { to, y: scrollY };
    });
    const top = to.querySelector('summary,a');
    if (top) top.focus({ preventScroll: true });
  }
};
const inBox = {
  Escape: () => {
    box.value = '';
    search();
    box.blur();
  },
  Enter: next,
};
const onPage = {
  j: () => go(1),
  k: () => go(-1),
  o: () => {
    const one = all[here(all)];
    if (one && one.tagName === 'DETAILS') one.open = !one.open;
  },
  '/': (event) => {
    if (!box) return;
    event.preventDefault();
    box.focus();
  },
};
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const keys = box && target === box ? inBox : ctrlKey || metaKey || altKey ? {} : onPage;
  if (Object.hasOwn(keys, key)) keys[key](event);
});
const reveal = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '') return;
  let to = document.getElementById(id);
  if (!to) {
    const part = [...document.querySelectorAll('[data-later]')].find((each) => each.textContent.includes(`id="${id}"`));
    if (!part) return;
    make(part);
    to = document.getElementById(id);
  }
  unfold(to);
  // Set again, so that `:target` matches a part that was just made.
  // biome-ignore lint/correctness/noSelfAssign: setting it has the effect
  location.hash = location.hash;
  if (to) goTo(to, {});
};
addEventListener('hashchange', reveal);
addEventListener('beforeprint', () => {
  makeAll();
  open(true);
});
reveal();
addEventListener('load', () => setTimeout(fill, 2000));
document.documentElement.dataset.ready = '';
