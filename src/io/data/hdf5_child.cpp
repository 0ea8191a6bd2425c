#include "io/data/hdf5_child.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/files/child_process.h"
#include "base/files/input_file.h"
#include "io/data/hdf5_handle.h"
#include "io/data/hdf5_questions.h"

namespace peal {

using namespace hdf5_child;

Hdf5Child::Hdf5Child(const std::string& path) : path_(path) {
  largest_answer_ =
      std::min(kLargestArray, static_cast<double>(input_file_size(path)) * kMostDeflated) + 1024;
  int ends[2];
  std::unique_lock one_fork(fork_mutex());
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    fail("{}: cannot be read: {}", path_, std::strerror(errno));
  {
    // No other thread is inside the library at the moment of the fork.
    std::unique_lock lock(hdf5::library());
    hdf5::be_quiet();
    child_ = ::fork();
    if (child_ == 0) {
      lock.unlock();
      ::close(ends[0]);
      answer_questions(path_, ByteChannel(ends[1], false));
    }
  }
  const int problem = errno;
  ::close(ends[1]);
  one_fork.unlock();
  channel_.emplace(ends[0], true);
  if (child_ < 0)
    fail("{}: no process can be started to read it: {}", path_, std::strerror(problem));
  try {
    std::uint64_t opened = 0;
    if (answer_size() != sizeof opened) fail_for_child();
    receive(&opened, sizeof opened);
  } catch (...) {
    end_child();
    throw;
  }
}

Hdf5Child::~Hdf5Child() { end_child(); }

void Hdf5Child::end_child() {
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);  // it keeps nothing that would be lost
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

/// The child did not answer: why?
void Hdf5Child::fail_for_child() {
  int status = 0;
  pid_t ended = 0;
  if (child_ > 0) {
    ::kill(child_, SIGKILL);  // of no effect when it has ended already
    while ((ended = ::waitpid(child_, &status, 0)) < 0 && errno == EINTR) {
    }
    child_ = -1;
  }
  const std::string part = asked_.empty() ? "it" : fmt::format("'{}'", asked_);
  if (ended > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    fail("{}: damaged: the HDF5 library comes to no end with {}; write the file again", path_,
         part);
  if (ended > 0 && WIFSIGNALED(status))
    fail("{}: damaged: the HDF5 library fails when it reads {} (signal {}); write the file again",
         path_, part, WTERMSIG(status));
  fail("{}: damaged: the HDF5 library fails when it reads {}; write the file again", path_, part);
}

void Hdf5Child::receive(void* to, std::size_t count) {
  if (!channel_->receive(to, count)) fail_for_child();
}

/// Bytes that follow; a refusal becomes the error of this process.
std::uint64_t Hdf5Child::answer_size() {
  AnswerHead head;
  receive(&head, sizeof head);
  if (head.good != 1) {
    if (head.bytes > kLongestSentence) fail_for_child();
    std::string sentence(head.bytes, '\0');
    receive(sentence.data(), sentence.size());
    throw Error(sentence);
  }
  if (static_cast<double>(head.bytes) > largest_answer_) fail_for_child();
  return head.bytes;
}

std::uint64_t Hdf5Child::ask(std::uint8_t question, const std::string& name, Hdf5Number type,
                             std::size_t dimensions, const Hdf5Rows& rows) {
  asked_ = name;
  if (child_ <= 0) fail("{}: cannot be read further", path_);
  const QuestionHead head{question,
                          type,
                          static_cast<std::uint32_t>(dimensions),
                          static_cast<std::uint32_t>(name.size()),
                          rows.first,
                          rows.count};
  if (name.size() > kLongestName || !channel_->send(head) ||
      !channel_->send(name.data(), name.size()))
    fail_for_child();
  return answer_size();
}

template <class T>
T Hdf5Child::value(std::uint8_t question, const std::string& name) {
  const std::lock_guard lock(mutex_);
  T out{};
  if (ask(question, name) != sizeof out) fail_for_child();
  receive(&out, sizeof out);
  return out;
}

std::string Hdf5Child::bytes(std::uint8_t question, const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::string out(ask(question, name), '\0');
  receive(out.data(), out.size());
  return out;
}

bool Hdf5Child::has_attribute(const std::string& name) {
  return value<std::uint64_t>(kHasAttribute, name) != 0;
}
double Hdf5Child::number(const std::string& name) { return value<double>(kNumber, name); }
std::int64_t Hdf5Child::integer(const std::string& name) {
  return value<std::int64_t>(kInteger, name);
}
std::string Hdf5Child::text(const std::string& name) { return bytes(kText, name); }
bool Hdf5Child::has_array(const std::string& name) {
  return value<std::uint64_t>(kHasArray, name) != 0;
}
std::size_t Hdf5Child::dimensions(const std::string& name) {
  return value<std::uint64_t>(kDimensions, name);
}

void Hdf5Child::read(const std::string& name, Hdf5Number type, std::size_t dimensions,
                     const Hdf5Rows& rows, std::vector<std::size_t>& shape,
                     const Allocate& allocate) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t bytes = ask(kRead, name, type, dimensions, rows);
  std::vector<std::uint64_t> sizes(dimensions);
  if (bytes < sizes.size() * 8) fail_for_child();
  receive(sizes.data(), sizes.size() * 8);
  // A child that has lost its mind must not make this process read past its arrays.
  double expected = static_cast<double>(bytes_of(type));
  for (std::size_t i = 0; i < sizes.size(); ++i)
    expected *=
        static_cast<double>(i == 0 ? rows_within(rows.first, rows.count, sizes[0]) : sizes[i]);
  const std::uint64_t follow = bytes - sizes.size() * 8;
  if (expected != static_cast<double>(follow)) fail_for_child();
  shape.assign(sizes.begin(), sizes.end());
  receive(allocate(follow / bytes_of(type)), follow);
}

std::vector<std::string> Hdf5Child::texts(const std::string& name) {
  const std::string all = bytes(kTexts, name);
  std::vector<std::string> out;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t stop = std::min(all.find('\0', at), all.size());
    out.push_back(all.substr(at, stop - at));
    at = stop + 1;
  }
  return out;
}

}  // namespace peal
