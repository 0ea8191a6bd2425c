// Who works on which unit, for processes that know nothing of each other but a common folder: on
// one machine, under mpirun, in a Slurm array. A claim is a small file that only one process can
// create; its owner writes a heartbeat into it. A claim whose owner is dead is taken over. Results
// never depend on claims: when two processes do the same unit they write the same bytes.
#pragma once
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace peal {

/// Held by this process until destroyed.
class Claim {
 public:
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  void set_part(double part);  // done so far, 0 .. 1, for the others' progress

 private:
  friend class ClaimBoard;
  Claim(std::filesystem::path path, int file);
  void beat();

  std::filesystem::path path_;
  int file_ = -1;  // none when the folder cannot be written
  std::mutex mutex_;
  std::condition_variable stop_;
  bool ending_ = false;
  long long start_ = -1;  // of this process
  double part_ = 0;
  long beats_ = 0;
  std::thread heart_;
};

class ClaimBoard {
 public:
  /// @param expiry Owners on this machine are asked for by their process; those elsewhere are dead
  /// when their heartbeat has stood still for so long, by the clock of this machine.
  explicit ClaimBoard(std::filesystem::path folder,
                      std::chrono::duration<double> expiry = std::chrono::seconds(60));

  /// Nothing while another living process holds it. In a folder that cannot be written everything
  /// is free. @param note whose claim was taken over, else empty
  std::unique_ptr<Claim> take(const std::string& key, std::string& note);
  /// Removes the claim on a finished unit whose owner died before it could.
  void tidy(const std::string& key);
  /// How far its owner has come; 0 when nobody works on it.
  double part_of(const std::string& key) const;

 private:
  struct Seen {
    std::string text;
    std::chrono::steady_clock::time_point since;
  };
  std::filesystem::path path_of(const std::string& key) const { return folder_ / (key + ".claim"); }
  bool dead(const std::string& key, const std::string& text);

  std::filesystem::path folder_;
  std::chrono::duration<double> expiry_;
  std::map<std::string, Seen> seen_;
};

}  // namespace peal
