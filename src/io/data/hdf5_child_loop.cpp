// The child's side. After fork() in a program with threads only what needs no lock of another
// thread may be used: the C library's memory (it looks after itself), the HDF5 library (the caller
// held its lock), system calls.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include "base/error.h"
#include "io/data/hdf5_local.h"
#include "io/data/hdf5_questions.h"

namespace peal::hdf5_child {
namespace {

constexpr double kMemory = 1 << 30;       // [bytes] besides the values of one array: chunks, tables
constexpr double kSeconds = 5;            // of the processor, besides the time for values
constexpr double kBytesPerSecond = 20e6;  // of values; a slow computer inflates five times that

void limit(__rlimit_resource what, double soft) {
  rlimit old{};
  ::getrlimit(what, &old);
  rlimit wanted{static_cast<rlim_t>(soft), old.rlim_max};
  if (old.rlim_max != RLIM_INFINITY && wanted.rlim_cur > old.rlim_max)
    wanted.rlim_cur = old.rlim_max;
  ::setrlimit(what, &wanted);
}

double address_space() {
  char text[64] = "";
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? 0 : ::read(file, text, sizeof text - 1);
  if (file >= 0) ::close(file);
  unsigned long pages = 0;
  return got > 0 && std::sscanf(text, "%lu", &pages) == 1
             ? static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE))
             : 0;
}

double seconds_used() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
}

/// A crash is the child's way to say no: it leaves no core file, prints nothing and is not caught.
void become_expendable() {
  for (const int number : {SIGINT, SIGTERM, SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL,
                           SIGXCPU, SIGPIPE, SIGHUP})
    ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::prctl(PR_SET_DUMPABLE, 0);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
  if (nowhere > 2) ::close(nowhere);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, kSeconds + 1);
}

bool say(const ByteChannel& channel, const void* bytes, std::size_t count) {
  return channel.send(AnswerHead{1, count}) && channel.send(bytes, count);
}

template <class T>
bool say(const ByteChannel& channel, const T& value) {
  return say(channel, &value, sizeof value);
}

bool say_array(const ByteChannel& channel, Hdf5Local& file, const std::string& name,
               const QuestionHead& head) {
  std::vector<std::uint64_t> values;  // aligned for every type
  std::vector<std::size_t> shape;
  std::size_t bytes = 0;
  file.read(name, head.type, head.dimensions, {head.first, head.count}, shape,
            [&](std::size_t count) {
              bytes = count * bytes_of(head.type);
              values.resize((bytes + 7) / 8);
              return static_cast<void*>(values.data());
            });
  const std::vector<std::uint64_t> sizes(shape.begin(), shape.end());
  return channel.send(AnswerHead{1, sizes.size() * 8 + bytes}) &&
         channel.send(sizes.data(), sizes.size() * 8) && channel.send(values.data(), bytes);
}

bool say_texts(const ByteChannel& channel, const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all.append(text).push_back('\0');
  return say(channel, all.data(), all.size());
}

bool answer(const ByteChannel& channel, Hdf5Local& file, const std::string& name,
            const QuestionHead& head) {
  switch (head.question) {
    case kHasAttribute:
      return say(channel, std::uint64_t{file.has_attribute(name)});
    case kNumber:
      return say(channel, file.number(name));
    case kInteger:
      return say(channel, file.integer(name));
    case kText: {
      const std::string text = file.text(name);
      return say(channel, text.data(), text.size());
    }
    case kHasArray:
      return say(channel, std::uint64_t{file.has_array(name)});
    case kDimensions:
      return say(channel, std::uint64_t{file.dimensions(name)});
    case kRead:
      return say_array(channel, file, name, head);
    case kTexts:
      return say_texts(channel, file.texts(name));
    default:
      return false;
  }
}

bool refuse(const ByteChannel& channel, const std::string& sentence) {
  const std::size_t length = std::min<std::size_t>(sentence.size(), kLongestSentence);
  return channel.send(AnswerHead{0, length}) && channel.send(sentence.data(), length);
}

template <class Work>
bool explained(const ByteChannel& channel, const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return refuse(channel, path + ": damaged: it asks for more memory than it can fill");
  } catch (const std::exception& error) {
    return refuse(channel, error.what());
  }
}

}  // namespace

void answer_questions(const std::string& path, const ByteChannel& channel) {
  become_expendable();
  const double begin = address_space();
  const auto room_for = [begin](double bytes) {
    if (begin > 0) limit(RLIMIT_AS, begin + kMemory + bytes);
    limit(RLIMIT_CPU, seconds_used() + kSeconds + bytes / kBytesPerSecond + 1);
  };
  room_for(0);
  std::optional<Hdf5Local> file;
  bool going = explained(channel, path, [&] {
    file.emplace(path, room_for);
    limit(RLIMIT_NOFILE, 0);  // from here on no other file can be opened, whatever links to it
    return say(channel, std::uint64_t{1});
  });
  while (going && file) {
    QuestionHead head;
    if (!channel.receive(head) || head.name_length > kLongestName) break;
    std::string name(head.name_length, '\0');
    if (!channel.receive(name.data(), name.size())) break;
    going = explained(channel, path, [&] { return answer(channel, *file, name, head); });
  }
  ::_exit(0);
}

}  // namespace peal::hdf5_child
