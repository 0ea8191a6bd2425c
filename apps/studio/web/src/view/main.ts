// Viewer: a rendered result with motion, sound, stems and impacts in step. The audio clock rules; the picture, the
// cursor and the lists show what it says.
import './view.css';
import {audio, fail, h, mountPage} from '../shell';
import {eventList} from './event_list';
import {readEvents, type Events} from './events';
import {folderDoor} from './open_folder';
import {decode, Player} from './player';
import {readReport, type Listener, type Report} from './report';
import {servedResult, type ResultFiles} from './result';
import {SceneView} from './scene_view';
import {listenerChoice, stemPanel} from './stems';
import {timeline} from './timeline';
import {transport} from './transport';

const kMaxStemBytes = 600e6;   // decoded stems that are kept; a hundred objects of a minute would be ten times that

const {stage, side} = mountPage({title: 'View', lead: 'A rendered scene, as it moves and as it sounds.', current: 'view', begin: ''});
const main = stage.parentElement!;
main.classList.add('view');
// The shell's engine is not needed here: presses on the picture stay in it.
stage.removeAttribute('tabindex');
const box = h('div', {class: 'picture', tabindex: 0, 'aria-label': 'Scene'});
box.addEventListener('pointerdown', (event) => event.stopPropagation());
box.addEventListener('keydown', (event) => { if (event.key.length > 1) event.stopPropagation(); });
stage.prepend(box);
const title = stage.querySelector('h1')!, lead = stage.querySelector('.intro p')!;

const player = new Player();
const scene = new SceneView(box, () => player.position());
let report: Report | undefined, events: Events = {impacts: [], contacts: [], left: 0}, files: ResultFiles | undefined, opened = 0, heard = 0;
const lanes = timeline({duration: () => player.duration || report?.duration || 1, seek: (to) => player.seek(to), hover: () => undefined});
const bar = transport(player, {zoom: (factor) => lanes.zoom(factor), follow: (name) => scene.follow(name), frame: () => 1 / scene.fps});
const stems = stemPanel((audible) => player.setAudible(audible));
const list = eventList((to) => player.seek(to));
const facts = h('section', {class: 'card panel facts'}), who = h('div', {class: 'who-listens'});
const door = folderDoor(stage, (next) => void open(next));
const desk = h('section', {class: 'desk', 'aria-label': 'Time'}, bar.element, lanes.element);
main.insertBefore(desk, stage.nextSibling);
side.prepend(who, stems.element, list.element, facts, door.button);

/** Everything about one listener: its sound first, then its stems, as many as memory bears. */
async function listen(listener: Listener) {
  const mine = ++heard, from = files!;
  stems.show(listener);
  const mix = await decode(await from.bytes(listener.file), listener.rate, listener.file);
  if (mine !== heard) return;
  player.setMix(mix, listener.stems.length);
  lanes.show(mix);
  main.classList.remove('loading');
  let kept = 0;
  for (const [i, stem] of listener.stems.entries()) {
    const next = mix.length * mix.numberOfChannels * 4;
    if (kept + next > kMaxStemBytes) { stems.loaded(i, 'Left out: the stems before it fill the memory.'); continue; }
    try {
      const buffer = await decode(await from.bytes(stem.file), listener.rate, stem.file);
      if (mine !== heard) return;
      kept += next;
      player.setStem(i, {name: stem.name, buffer});
      stems.loaded(i);
    } catch (error) { stems.loaded(i, (error as Error).message); }
  }
}

function tellFacts(now: Report, listener: Listener) {
  const row = (name: string, value: string) => [h('dt', {}, name), h('dd', {}, value)];
  const level = listener.peakDb === undefined ? 'silent' : `${listener.peakDb.toFixed(1)} dB SPL peak`;
  facts.replaceChildren(h('h2', {}, 'Result'), h('dl', {}, ...row('Level', level), ...row('Scale', listener.calibration || 'as written'),
    ...row('Objects', String(now.objects.length)), ...row('Impacts', String(now.impacts)), ...row('Peal', now.version)),
    ...(listener.silent ? [h('p', {class: 'quiet'}, listener.silent)] : []), ...now.warnings.slice(0, 5).map((text) => h('p', {class: 'warning'}, text)));
}

async function open(next: ResultFiles) {
  const mine = ++opened;
  main.classList.add('loading');
  stage.querySelector('.failure')?.remove();
  const text = async (file: string) => new TextDecoder().decode(await next.bytes(file));
  try {
    const read = readReport(await text('report.json'));
    if (mine !== opened) return;
    files = next;
    report = read;
    player.pause();
    player.seek(0);
    title.textContent = report.scene || next.name;
    document.title = `${title.textContent} - Peal`;
    lead.textContent = 'Press play. Click into the time to hear it from there.';
    door.invite(false);
    main.classList.add('loaded');
    who.replaceChildren(...(report.listeners.length > 1 ? [listenerChoice(report.listeners, (i) => {
      tellFacts(read, read.listeners[i]!);
      listen(read.listeners[i]!).catch((error: Error) => fail(stage, error.message));
    })] : []));
    tellFacts(report, report.listeners[0]!);
    const motion = next.size('motion.glb') === undefined ? scene.clear() : next.bytes('motion.glb').then((bytes) => scene.load(bytes));
    const happened = next.size('events.csv') === undefined ? {impacts: [], contacts: [], left: 0} : readEvents(await text('events.csv'), read.duration);
    events = happened;
    lanes.setEvents(happened);
    list.show(happened);
    scene.setImpacts(happened.impacts);
    await Promise.all([listen(report.listeners[0]!), Promise.resolve(motion).then(() => {
      bar.offerCameras(scene.listeners());
      if (next.size('motion.glb') === undefined) lead.textContent = 'There is no motion.glb in this result: sound only.';
    }, () => { lead.textContent = 'motion.glb cannot be shown: sound only.'; })]);
  } catch (error) {
    fail(stage, (error as Error).message);
  } finally {
    if (mine === opened) main.classList.remove('loading');
  }
}

function tick() {
  requestAnimationFrame(tick);
  const time = player.position();
  player.volume(audio.muted() ? 0 : audio.volume() ** 2);
  lanes.cursor(time);
  list.cursor(time);
  bar.update(time);
}
tick();

Object.assign(window.peal, {
  state: () => ({loaded: main.classList.contains('loaded') && !main.classList.contains('loading'), scene: report?.scene, time: player.position(), shown: scene.shown(), posed: scene.posed, playing: player.playing,
                 duration: player.duration, impacts: events.impacts.length, bodies: scene.bodies, audible: stems.audible(), view: lanes.view(), drawn: lanes.ready(), speed: player.speed, loop: player.loop}),
  player,
});
servedResult().then((found) => { if (found) void open(found); else door.invite(true); }, (error: Error) => fail(stage, error.message));
