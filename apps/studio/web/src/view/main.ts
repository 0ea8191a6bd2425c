// Viewer: a rendered result with motion, sound, stems and impacts in step. The audio clock rules; the picture, the
// cursor and the lists show what it says.
import './view.css';

import {audio, fail, h, mountPage, recovered} from '../shell';

import {eventList} from './event_list';
import {factsPanel} from './facts';
import {softerText} from './full_scale';

import {leadSentence, leftOutText, sentence, type Trouble} from './lead';
import {motionProblem, UnfitMotion} from './motion_file';
import {noEvents, readHappened} from './events';
import {folderDoor} from './open_folder';
import {Player} from './player';
import {readReport, type Listener, type Report} from './report';
import {exampleFolder, MissingFile, servedResult, type ResultFiles} from './result';
import {SceneView} from './scene_view';
import {readSound, silence, troubleWord, type Sound} from './sound_file';
import {listenerChoice, stemPanel} from './stems';
import {timeline} from './timeline';
import {transport} from './transport';

const kMaxStemBytes = 600e6; // decoded stems that are kept; a hundred objects of a minute would be ten times that

const kLead = 'A rendered scene, as it moves and as it sounds.';
const {stage, side} = mountPage({title: 'View', lead: kLead, current: 'view', begin: ''});
const main = stage.parentElement!;
main.classList.add('view');
// The shell's engine is not needed here: presses on the picture stay in it.
stage.removeAttribute('tabindex');
const box = h('div', {class: 'picture', tabindex: 0, 'aria-label': 'Scene'});
box.addEventListener('pointerdown', (event) => event.stopPropagation());
box.addEventListener('keydown', (event) => {
  if (event.key.length > 1) event.stopPropagation();
});
stage.prepend(box);
const title = stage.querySelector('h1')!,
  lead = stage.querySelector('.intro p')!;

const player = new Player();
const scene = new SceneView(box, () => player.position());
let report: Report | undefined,
  events = noEvents(),
  files: ResultFiles | undefined,
  opened = 0,
  heard = 0;
const lanes = timeline({
  duration: () => player.duration || report?.duration || 1,
  seek: (to) => player.seek(to),
  hover: () => undefined,
});
const bar = transport(player, {
  zoom: (factor) => lanes.zoom(factor),
  follow: (name) => scene.follow(name),
  frame: () => 1 / scene.fps,
});
const stems = stemPanel((audible) => player.setAudible(audible));
const list = eventList((to) => player.seek(to));
const facts = factsPanel(),
  who = h('div', {class: 'who-listens'});
const door = folderDoor(stage, (next) => {
  history.replaceState(null, '', location.pathname); // the address names it no longer
  void open(next);
});
const desk = h('section', {class: 'desk', 'aria-label': 'Time'}, bar.element, lanes.element);
main.insertBefore(desk, stage.nextSibling);
side.prepend(who, stems.element, list.element, facts.element, door.others);
player.onChange = () => {
  facts.played(softerText(player.gain));
  stage.classList.toggle('playing', player.playing);
};

let trouble: Trouble = {stems: false};
const tellLead = (more: Partial<Trouble>) => {
  trouble = {...trouble, ...more};
  lead.textContent = leadSentence(trouble);
};

const bytesOf = (buffer: AudioBuffer) => buffer.length * buffer.numberOfChannels * 4;

/** Everything about one listener: its sound first, then its stems, as many as memory bears. */
async function listen(listener: Listener, another = false) {
  const mine = ++heard,
    from = files!,
    now = report!;
  facts.show(now, listener);
  stems.show(listener);
  lanes.expect(listener.file, another);
  let noSound: string | undefined;
  const sound = await readSound(from, listener).catch((error: Error): Sound => {
    noSound = error.message;
    return silence(listener, now.duration);
  });
  if (mine !== heard) return;
  tellLead({sound: sound.problem, noSound, stems: listener.stems.length > 0});
  player.setMix(sound.buffer, listener.stems.length);
  lanes.show(sound.buffer, noSound);
  main.classList.remove('loading');
  let kept = 0;
  for (const [i, stem] of listener.stems.entries()) {
    if (kept + bytesOf(sound.buffer) > kMaxStemBytes) {
      stems.loaded(i, {word: 'left out', why: 'The stems before it fill the memory.'});
      continue;
    }
    try {
      const {buffer, problem} = await readSound(from, {...listener, file: stem.file, peakDb: undefined}); // a stem may well be silent
      if (mine !== heard) return;
      kept += bytesOf(buffer);
      player.setStem(i, {name: stem.name, buffer});
      stems.loaded(i, problem ? {word: 'damaged', why: sentence(problem), heard: true} : undefined);
    } catch (error) {
      if (mine !== heard) return;
      stems.loaded(i, {word: troubleWord(error), why: sentence((error as Error).message)});
    }
  }
}

/** Bodies, or a sentence why there are none. */
async function showMotion(from: ResultFiles, current: () => boolean) {
  let bytes: ArrayBuffer | undefined;
  try {
    bytes = await from.bytes('motion.glb');
    await scene.load(bytes);
    if (current()) tellLead({leftOut: leftOutText(scene.grains())});
  } catch (error) {
    if (!current()) return;
    scene.clear();
    if (error instanceof MissingFile) tellLead({noMotion: 'There is no motion.glb in this result'});
    else
      tellLead({
        noMotion: bytes ? motionProblem(bytes, error) : (error as Error).message,
        motionDamaged: !(error instanceof UnfitMotion) || error.damaged,
      });
  }
  bar.offerCameras(scene.listeners());
}

async function open(next: ResultFiles) {
  const mine = ++opened,
    current = () => mine === opened;
  main.classList.add('loading');
  recovered(stage);
  try {
    const read = readReport(new TextDecoder().decode(await next.bytes('report.json')));
    if (!current()) return;
    files = next;
    report = read;
    player.pause();
    player.seek(0);
    title.textContent = report.scene || next.name;
    document.title = `${title.textContent} - Peal`;
    trouble = {stems: false};
    tellLead({});
    door.invite(false);
    main.classList.add('loaded');
    who.replaceChildren(
      ...(read.listeners.length > 1
        ? [
            listenerChoice(read.listeners, (i) => {
              listen(read.listeners[i]!).catch((error: Error) => fail(stage, sentence(error.message)));
            }),
          ]
        : []),
    );
    const [happened, empty] = await readHappened(next, read);
    if (!current()) return;
    events = happened;
    lanes.setEvents(happened);
    list.show(happened, empty);
    scene.setImpacts(happened.impacts);
    await Promise.all([listen(read.listeners[0]!, true), showMotion(next, current)]);
  } catch (error) {
    if (!current()) return;
    fail(stage, sentence((error as Error).message));
    door.invite(!main.classList.contains('loaded')); // what was open before stays
  } finally {
    if (current()) main.classList.remove('loading');
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
  state: () => ({
    loaded: main.classList.contains('loaded') && !main.classList.contains('loading'),
    scene: report?.scene,
    time: player.position(),
    shown: scene.shown(),
    posed: scene.posed,
    playing: player.playing,
    duration: player.duration,
    impacts: events.impacts.length,
    bodies: scene.bodies,
    grains: scene.grains(),
    rate: scene.rate(),
    audible: stems.audible(),
    view: lanes.view(),
    drawn: lanes.ready(),
    speed: player.speed,
    loop: player.loop,
  }),
  player,
});
/** Back to the invitation. */
function close() {
  ++opened;
  ++heard;
  player.pause();
  scene.clear();
  main.classList.remove('loaded', 'loading');
  title.textContent = 'View';
  lead.textContent = kLead;
  document.title = 'View - Peal';
}

/** The example that the address names, or what the server serves; else whoever is here may open something. */
async function openServed() {
  const named = /^#example=(\w+)$/.exec(location.hash)?.[1];
  const found = await servedResult(named && exampleFolder(named));
  if (found) return open(found);
  if (named) fail(stage, `There is no example '${named}'.`);
  else close();
  door.invite(!main.classList.contains('loaded'));
}
addEventListener('hashchange', () => void openServed());
void openServed();
