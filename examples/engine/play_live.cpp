// Strike the bodies of a bank and hear them at once: play_live <bank> [seconds]
// With a window: the keys 1 to 9 and the letters below them strike, Escape ends. Without a screen,
// or with a number of seconds: chance strikes. Sound leaves through SDL (Debian: libsdl2-dev).
//
// Two threads, as the engine wants them: main() strikes, SDL's audio thread renders.
#include <SDL.h>
#include <peal/engine.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

constexpr int kRate = 48000,
              kBlock = 256;  // samples; 5 ms from strike to sound, and the device's own
constexpr const char* kKeys = "123456789qwertyuiopasdfghjkl";

struct Player {
  std::unique_ptr<peal::Engine> engine;
  std::vector<float> left, right;  // reserved before the device starts
  float peak = 0;
};

// SDL's audio thread: no allocation, lock or throw in here.
void fill(void* user, Uint8* bytes, int size) {
  Player& player = *static_cast<Player*>(user);
  auto* out = reinterpret_cast<float*>(bytes);
  const int frames = size / static_cast<int>(2 * sizeof(float));
  for (int done = 0; done < frames;) {  // a device may ask for more than was agreed
    const int count = std::min(frames - done, static_cast<int>(player.left.size()));
    float* const ears[] = {player.left.data(), player.right.data()};
    player.engine->render(ears, count);
    for (int n = 0; n < count; ++n) {
      *out++ = player.left[n];
      *out++ = player.right[n];
      player.peak = std::max({player.peak, std::abs(player.left[n]), std::abs(player.right[n])});
    }
    done += count;
  }
}

/// A body is hit from a random side, at the place of its surface that is nearest to there.
void strike(peal::Engine& engine, int object, const peal::EngineVector& place,
            std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> speed(0.3, 1.5);  // [m/s]
  peal::EngineVector side{normal(random), normal(random), normal(random)};
  const double length = std::hypot(side[0], side[1], side[2]) + 1e-9;
  for (double& x : side) x /= length;
  engine.impact({.a = object,
                 .b = peal::kGround,
                 .point = {place[0] + side[0], place[1] + side[1], place[2] + side[2]},
                 .normal = {-side[0], -side[1], -side[2]},
                 .closing_speed = speed(random)});
}

/// A window that somebody can see: SDL also has drivers without a screen.
bool open_window() {
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return false;
  const std::string driver = SDL_GetCurrentVideoDriver();
  return driver != "dummy" && driver != "offscreen" &&
         SDL_CreateWindow("Peal: strike a key", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 480,
                          120, 0) != nullptr;
}

int fail(const char* what) { return std::printf("%s: %s\n", what, SDL_GetError()), 1; }

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || count > 3) return std::puts("usage: play_live <bank> [seconds]"), 2;
  const double seconds = count == 3 ? std::atof(arguments[2]) : 0;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> bank{std::istreambuf_iterator<char>(file), {}};

  if (SDL_Init(SDL_INIT_AUDIO) != 0) return fail("no sound");
  SDL_AudioSpec wanted{}, device{};
  Player player;
  wanted.freq = kRate, wanted.format = AUDIO_F32SYS, wanted.channels = 2, wanted.samples = kBlock;
  wanted.callback = fill, wanted.userdata = &player;
  const SDL_AudioDeviceID id =
      SDL_OpenAudioDevice(nullptr, 0, &wanted, &device, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE);
  if (id == 0) return fail("no sound");

  peal::EngineLimits limits;
  limits.rate = device.freq;
  limits.full_scale = 2;  // [Pa]: things at arm's length, loud enough for small loudspeakers
  std::string error;
  player.engine = peal::Engine::create(std::as_bytes(std::span(bank)), limits, error);
  if (!player.engine) return std::printf("%s: %s\n", arguments[1], error.c_str()), 1;
  player.left.resize(device.samples), player.right.resize(device.samples);

  // All bodies on an arc before the listener, from left to right.
  peal::Engine& engine = *player.engine;
  engine.set_listener({-0.1, 0, 0}, {0.1, 0, 0});
  std::vector<int> objects;
  std::vector<peal::EngineVector> places;
  const int bodies = std::min(engine.bodies(), static_cast<int>(SDL_strlen(kKeys)));
  for (int k = 0; k < bodies; ++k) {
    const double angle = bodies > 1 ? 2.0 * k / (bodies - 1) - 1 : 0;  // [rad]
    places.push_back({std::sin(angle), 0, -std::cos(angle)});
    objects.push_back(engine.spawn(k, {.position = places.back()}));
  }
  SDL_PauseAudioDevice(id, 0);  // from here on the audio thread renders

  std::mt19937 random(1);
  if (seconds <= 0 && open_window()) {
    for (int k = 0; k < bodies; ++k) std::printf("%c  %s\n", kKeys[k], engine.body_name(k));
    for (SDL_Event event; SDL_WaitEvent(&event) && event.type != SDL_QUIT;) {
      if (event.type != SDL_KEYDOWN || event.key.repeat) continue;
      const SDL_Keycode key = event.key.keysym.sym;
      if (key == SDLK_ESCAPE) break;
      const char* found = key > 0 && key < 128 ? SDL_strchr(kKeys, static_cast<int>(key)) : nullptr;
      if (found && found - kKeys < bodies)
        strike(engine, objects[found - kKeys], places[found - kKeys], random);
    }
  } else if (bodies > 0) {
    // By the samples that were played, not by the clock: a driver may run at its own pace.
    const double end = (seconds > 0 ? seconds : 10) * device.freq;
    std::exponential_distribution<double> pause(3);  // three strikes in a second
    double next = 0;
    for (double now = 0; now < end; now = static_cast<double>(engine.stats().rendered)) {
      if (now >= next && now < 0.8 * end) {
        const std::size_t k = random() % objects.size();
        strike(engine, objects[k], places[k], random);
        next = now + pause(random) * device.freq;
      }
      SDL_Delay(2);
    }
  }
  SDL_CloseAudioDevice(id);  // waits for the audio thread
  const peal::EngineStats stats = engine.stats();
  std::printf("%lld strikes, %.1f s, peak %.3f of full scale\n",
              static_cast<long long>(stats.impacts),
              static_cast<double>(stats.rendered) / device.freq, player.peak);
  SDL_Quit();
  return 0;
}
